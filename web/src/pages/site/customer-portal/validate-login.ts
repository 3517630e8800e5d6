export interface PortalLoginValues {
  email: string;
  password: string;
}

/** The error of each invalid field. */
export type PortalLoginErrors = Partial<PortalLoginValues>;

const minPasswordLength = 8;

export function validatePortalLogin({ email, password }: PortalLoginValues): PortalLoginErrors {
  const errors: PortalLoginErrors = {};
  if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email.trim())) {
    errors.email = "Please enter a valid email address";
  }
  if (password.length < minPasswordLength) {
    errors.password = `Password must be at least ${minPasswordLength} characters`;
  }
  return errors;
}

export interface PortalLoginValues {
  email: string;
  password: string;
}

/** What is wrong with each field, if anything is. */
export type PortalLoginErrors = Partial<PortalLoginValues>;

const shortestPassword = 8;

export function validatePortalLogin({ email, password }: PortalLoginValues): PortalLoginErrors {
  const errors: PortalLoginErrors = {};
  if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email.trim())) {
    errors.email = "Please enter a valid email address";
  }
  if (password.length < shortestPassword) {
    errors.password = `Password must be at least ${shortestPassword} characters`;
  }
  return errors;
}

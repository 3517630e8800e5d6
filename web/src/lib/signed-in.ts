const storageKey = "perimeter-signed-in";

/** Whether somebody has signed in with this browser and not signed out. The session may have ended. */
export function hasSignedIn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false; // storage is blocked
  }
}

export function rememberSignIn(): void {
  try {
    localStorage.setItem(storageKey, "1");
  } catch {
    // Storage is blocked: the public pages show no staff bar.
  }
}

export function forgetSignIn(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked, so nothing was remembered.
  }
}

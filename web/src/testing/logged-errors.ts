import { format } from "node:util";

let logged: string[] = [];

/** Collects what is logged as an error, such as React's complaints, unless the test replaces the log. */
export function collectLoggedErrors(): void {
  console.error = (...values: unknown[]) => {
    logged.push(format(...values));
  };
}

/** @returns what was logged since the last call */
export function takeLoggedErrors(): string[] {
  const errors = logged;
  logged = [];
  return errors;
}

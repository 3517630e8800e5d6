let versions: readonly number[] = [];

/**
 * Runs a function that tells the person about a change which has stored versions. A toast that it
 * shows can offer to undo them, so that no form has to pass them on.
 */
export function reportVersions(stored: readonly number[] | undefined, report: () => void): void {
  versions = stored ?? [];
  try {
    report();
  } finally {
    versions = [];
  }
}

/** The versions of the change that is being reported; none outside of reportVersions. */
export function reportedVersions(): readonly number[] {
  return versions;
}

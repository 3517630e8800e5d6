/**
 * Says why a Lighthouse run is not a measurement, or returns null if it is one. On a
 * busy machine an audit can fail to be computed; its category then has no score.
 *
 * @returns {string | null}
 */
export function problem(lhr) {
  if (lhr.runtimeError) return `${lhr.runtimeError.code}: ${lhr.runtimeError.message}`;
  for (const audit of Object.values(lhr.audits)) {
    if (audit.scoreDisplayMode === "error") return `${audit.id}: ${audit.errorMessage}`;
  }
  for (const category of Object.values(lhr.categories)) {
    if (category.score === null) return `${category.id} has no score`;
  }
  return null;
}

const attempts = 3;

/**
 * Measures until the run is a measurement.
 *
 * @param {() => Promise<object>} measure returns the result of one Lighthouse run
 * @returns {Promise<{lhr: object, repeated: string[]}>} the result, and why the runs before it
 * were none
 */
export async function measurement(measure) {
  const repeated = [];
  for (;;) {
    const lhr = await measure();
    const found = problem(lhr);
    if (found === null) return { lhr, repeated };
    repeated.push(found);
    if (repeated.length === attempts) {
      throw new Error(`${lhr.requestedUrl} could not be measured in ${attempts} attempts: ${repeated.join("; ")}`);
    }
  }
}

/**
 * A repeatable source of chance: the same seed draws the same leaves on every machine,
 * so the pictures in the repository can be compared with what the script draws.
 *
 * @param {number} seed
 */
export function chance(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    /** A number from low up to high. */
    between: (low, high) => low + next() * (high - low),
    /** A number at most `spread` away from zero. */
    around: (spread) => (next() * 2 - 1) * spread,
    /** True with the given probability. */
    maybe: (probability) => next() < probability,
    /** One of the list. */
    pick: (list) => list[Math.floor(next() * list.length)],
  };
}

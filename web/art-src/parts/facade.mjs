import { line } from "../kit/path.mjs";

/**
 * What the walls of the pictures carry.
 * `see` is always the pixel of a point of the wall: metres along it, metres up.
 */

/** Courses of stone or brick: only some are drawn, the eye lays the rest. */
export function masonry(
  art,
  see,
  width,
  height,
  { dark, light, course = 0.36, long = [0.45, 0.95] },
) {
  const { random } = art;
  const tones = { [dark]: "", [light]: "" };
  for (let y = 0.06; y < height - course; y += course) {
    for (let x = random.between(0, 0.5); x < width - long[0]; ) {
      const end = Math.min(width - 0.04, x + random.between(...long));
      if (random.maybe(0.24)) {
        const top = y + course - 0.06;
        const corners = [see(x, y), see(end, y), see(end, top), see(x, top)];
        tones[random.maybe(0.5) ? dark : light] += line(corners, { digits: 0 });
      }
      x = end + 0.06;
    }
  }
  for (const [tone, data] of Object.entries(tones)) {
    if (data) art.path(data, tone, { opacity: 0.2 });
  }
}

/** A framed window; without a tint there is a lamp on behind it. */
export function pane(art, see, x, y, width, height, tint) {
  const trim = "#efe0c8";
  const bar = 0.035;
  const rect = (left, low, right, high) =>
    line([see(left, low), see(right, low), see(right, high), see(left, high)]);
  const lamplight = art.linear([
    [0, "#ffdf94"],
    [1, "#f39a3c"],
  ]);
  const [middle, half] = [x + width / 2, y + height / 2];
  art.path(rect(x - 0.1, y - 0.1, x + width + 0.1, y + height + 0.1), trim);
  art.path(rect(x, y, x + width, y + height), tint ?? lamplight);
  art.path(
    rect(middle - bar, y, middle + bar, y + height) + rect(x, half - bar, x + width, half + bar),
    trim,
  );
}

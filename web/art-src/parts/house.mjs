import { hull, shade } from "../kit/camera.mjs";
import { box, line } from "../kit/path.mjs";
import { amber, metal, stone, wood } from "../kit/palette.mjs";

/** Metres of the ranch house that the family keeps coming back to. */
export const ranch = { length: 15, depth: 8, wall: 2.7, ridge: 5, eave: 0.55 };

/**
 * A low limestone ranch house with a metal roof, a porch and lit windows.
 *
 * @param at the frame it stands in: u along the front, v behind it
 */
export function house(art, camera, at) {
  const { length, depth, wall, ridge, eave } = ranch;
  const middle = depth / 2;
  const see = (u, y, v) => camera.see(at(u, y, v));
  const face = (fill, points, paint) => art.path(line(points.map((p) => see(...p))), fill, paint);

  const solid = [];
  for (const u of [-eave, length + eave]) {
    solid.push([u, 0, 0], [u, 0, depth], [u, wall, 0], [u, wall, depth], [u, ridge, middle]);
  }
  art.path(line(hull(solid.map((p) => camera.see(shade(at(...p)))))), "#0f2530", { opacity: 0.42 });

  const flankLight = art.linear([[0, "#ffe3b3"], [1, "#e3bd8f"]], { from: [0, 0], to: [1, 1] });
  const frontLight = art.linear([[0, "#b89a90"], [0.5, "#9c8590"], [1, "#766f88"]], { to: [1, 0.3] });

  face(flankLight, [[0, 0, 0], [0, 0, depth], [0, wall, depth], [0, ridge, middle], [0, wall, 0]]);
  face(frontLight, [[0, 0, 0], [length, 0, 0], [length, wall, 0], [0, wall, 0]]);
  masonry(art, (a, b) => see(0, b, depth - a), depth, wall, "#b98b62", "#fff0cd");
  masonry(art, (a, b) => see(a, b, 0), length, wall, "#5d566f", "#d9bda2");

  pane(art, (a, b) => see(0, b, a), 2.9, 1, 2.2, 1.25, "#7f86b4");
  for (const [u, w] of [[1.6, 1.9], [12.2, 1.7]]) pane(art, (a, b) => see(a, b, 0), u, 0.95, w, 1.3);

  chimney(art, see, face);
  const roofLight = art.linear(
    [[0, "#b9a2ad"], [0.35, "#8386a3"], [1, "#4f5a79"]],
    { to: [1, 0.35] },
  );
  face(roofLight, [[-eave, wall - 0.15, -eave], [length + eave, wall - 0.15, -eave], [length + eave, ridge, middle], [-eave, ridge, middle]]);
  let seams = "";
  for (let u = 0.1; u < length + eave; u += 0.85) seams += line([see(u, wall - 0.12, -eave), see(u, ridge, middle)], { open: true });
  art.trace(seams, "#e4d5d6", 1.2, { "stroke-opacity": 0.28 });
  face("#a8876f", [[-eave, ridge, middle], [0, ridge - 0.2, middle], [0, wall - 0.42, depth + eave], [-eave, wall - 0.15, depth + eave]]);
  // The board under the eave and the two rakes of the lit gable.
  face("#f7e6c6", [[-eave, ridge, middle], [-eave, ridge - 0.28, middle], [-eave, wall - 0.42, depth + eave], [-eave, wall - 0.15, depth + eave]]);
  face("#d9b892", [[-eave, ridge, middle], [-eave, ridge - 0.28, middle], [-eave, wall - 0.42, -eave], [-eave, wall - 0.15, -eave]]);
  face("#4f4a60", [[-eave, wall - 0.15, -eave], [length + eave, wall - 0.15, -eave], [length + eave, wall - 0.36, -eave], [-eave, wall - 0.36, -eave]]);

  porch(art, see, face);
}

function porch(art, see, face) {
  const [from, to, out] = [4.6, 11, -2.4];
  face("#3d3a50", [[from, 0, 0], [to, 0, 0], [to, 2.4, 0], [from, 2.4, 0]], { opacity: 0.75 });
  pane(art, (a, b) => see(a, b, 0), 5.3, 0.9, 1.7, 1.25);
  pane(art, (a, b) => see(a, b, 0), 9, 0.9, 1.5, 1.25);
  face(wood.shade, [[7.5, 0, 0], [8.5, 0, 0], [8.5, 2.1, 0], [7.5, 2.1, 0]]);
  face(amber, [[7.7, 1.15, 0], [8.3, 1.15, 0], [8.3, 1.95, 0], [7.7, 1.95, 0]], { opacity: 0.95 });
  face("#bfa793", [[from, 0.16, 0], [to, 0.16, 0], [to, 0.16, out], [from, 0.16, out]]);
  face("#7b6f7f", [[from, 0.16, out], [to, 0.16, out], [to, 0, out], [from, 0, out]]);
  for (const u of [from + 0.15, 6.7, 8.9, to - 0.3]) {
    face("#a5826b", [[u, 0.16, out + 0.1], [u + 0.2, 0.16, out + 0.1], [u + 0.2, 2.25, out + 0.1], [u, 2.25, out + 0.1]]);
    face("#ffdca6", [[u, 0.16, out + 0.1], [u + 0.07, 0.16, out + 0.1], [u + 0.07, 2.25, out + 0.1], [u, 2.25, out + 0.1]]);
  }
  face(metal.deep, [[from - 0.3, 2.85, -0.3], [to + 0.3, 2.85, -0.3], [to + 0.3, 2.3, out - 0.3], [from - 0.3, 2.3, out - 0.3]]);
  face("#8f8aa6", [[from - 0.3, 2.85, -0.3], [to + 0.3, 2.85, -0.3], [to + 0.3, 2.3, out - 0.3], [from - 0.3, 2.3, out - 0.3]], { opacity: 0.6 });
  face("#e9cba4", [[from - 0.3, 2.3, out - 0.3], [to + 0.3, 2.3, out - 0.3], [to + 0.3, 2.14, out - 0.3], [from - 0.3, 2.14, out - 0.3]]);
}

function chimney(art, see, face) {
  const [u0, u1, v0, v1, foot, top] = [11.6, 12.6, 4.4, 5.4, 3.6, 6];
  face(stone.lit, [[u0, foot, v0], [u0, foot, v1], [u0, top, v1], [u0, top, v0]]);
  face(stone.shade, [[u0, foot, v0], [u1, foot, v0], [u1, top, v0], [u0, top, v0]]);
  masonry(art, (a, b) => see(u0 + a, foot + b, v0), 1, top - foot, "#5d566f", "#c9ae9a");
}

/** Courses of stone or brick on a wall: only some are drawn, the eye lays the rest. */
export function masonry(art, see, width, height, dark, light, { course = 0.36, long = [0.45, 0.95] } = {}) {
  const tones = { [dark]: "", [light]: "" };
  for (let y = 0.06; y < height - course; y += course) {
    for (let x = art.random.between(0, 0.5); x < width - long[0]; ) {
      const end = Math.min(width - 0.04, x + art.random.between(...long));
      if (art.random.maybe(0.24)) {
        const tone = art.random.maybe(0.5) ? dark : light;
        const top = y + course - 0.06;
        tones[tone] += line([see(x, y), see(end, y), see(end, top), see(x, top)], { digits: 0 });
      }
      x = end + 0.06;
    }
  }
  for (const [tone, data] of Object.entries(tones)) if (data) art.path(data, tone, { opacity: 0.2 });
}

/** A window with a light in it. */
export function pane(art, see, x, y, width, height, tint) {
  const rect = (a, b, c, d) => line([see(a, b), see(c, b), see(c, d), see(a, d)]);
  art.path(rect(x - 0.1, y - 0.1, x + width + 0.1, y + height + 0.1), "#efe0c8");
  art.path(
    rect(x, y, x + width, y + height),
    tint ?? art.linear([[0, "#ffdf94"], [1, "#f39a3c"]]),
  );
  const bar = 0.035;
  art.path(
    rect(x + width / 2 - bar, y, x + width / 2 + bar, y + height) +
      rect(x, y + height / 2 - bar, x + width, y + height / 2 + bar),
    "#efe0c8",
  );
}

/** A plain square on the canvas, for scenes without a camera. */
export const slab = (art, x, y, w, h, fill, paint) => art.path(box(x, y, w, h), fill, paint);

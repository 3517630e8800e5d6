import { hull, shade } from "../kit/camera.mjs";
import { amber, shadow } from "../kit/palette.mjs";
import { line } from "../kit/path.mjs";
import { masonry, pane } from "./facade.mjs";

/** Metres of the house. */
const [length, depth, wall, ridge, eave] = [15, 8, 2.7, 5, 0.55];
const middle = depth / 2;
const board = 0.28;

const sunny = { dark: "#b98b62", light: "#fff0cd" };
const shady = { dark: "#5d566f", light: "#d9bda2" };

/**
 * The low limestone ranch house that the family keeps coming back to: metal roof, porch, lit windows.
 *
 * @param at the frame it stands in: u along the front, v behind it
 */
export function house(art, camera, at) {
  const see = (u, y, v) => camera.see(at(u, y, v));
  const face = (fill, points, paint) => art.path(line(points.map((p) => see(...p))), fill, paint);

  castShadow(art, camera, at);
  walls(art, see, face);
  chimney(art, see, face);
  roof(art, see, face);
  porch(art, see, face);
}

/** The four corners of an upright board or wall that faces the front. */
const upright = (left, right, low, high, v = 0) => [
  [left, low, v],
  [right, low, v],
  [right, high, v],
  [left, high, v],
];

/** The four corners of something flat between two lines that run along the house. */
const sloping = (left, right, [highY, highV], [lowY, lowV]) => [
  [left, highY, highV],
  [right, highY, highV],
  [right, lowY, lowV],
  [left, lowY, lowV],
];

function castShadow(art, camera, at) {
  const corners = [-eave, length + eave].flatMap((u) => [
    [u, 0, 0],
    [u, 0, depth],
    [u, wall, 0],
    [u, wall, depth],
    [u, ridge, middle],
  ]);
  const outline = hull(corners.map((p) => camera.see(shade(at(...p)))));
  art.path(line(outline), shadow, { opacity: 0.42 });
}

function walls(art, see, face) {
  const sun = art.linear(
    [
      [0, "#ffe3b3"],
      [1, "#e3bd8f"],
    ],
    { to: [1, 1] },
  );
  const evening = art.linear(
    [
      [0, "#b89a90"],
      [0.5, "#9c8590"],
      [1, "#766f88"],
    ],
    { to: [1, 0.3] },
  );
  const gable = [
    [0, 0, 0],
    [0, 0, depth],
    [0, wall, depth],
    [0, ridge, middle],
    [0, wall, 0],
  ];
  face(sun, gable);
  face(evening, upright(0, length, 0, wall));
  masonry(art, (a, b) => see(0, b, depth - a), depth, wall, sunny);
  masonry(art, (a, b) => see(a, b, 0), length, wall, shady);
  pane(art, (a, b) => see(0, b, a), 2.9, 1, 2.2, 1.25, "#7f86b4");
  pane(art, (a, b) => see(a, b, 0), 1.6, 0.95, 1.9, 1.3);
  pane(art, (a, b) => see(a, b, 0), 12.2, 0.95, 1.7, 1.3);
}

function chimney(art, see, face) {
  const [u, v, foot, top] = [11.6, 4.4, 3.6, 6];
  const flank = [
    [u, foot, v],
    [u, foot, v + 1],
    [u, top, v + 1],
    [u, top, v],
  ];
  face("#f3dcb4", flank);
  face("#8f7d86", upright(u, u + 1, foot, top, v));
  masonry(art, (a, b) => see(u + a, foot + b, v), 1, top - foot, shady);
}

function roof(art, see, face) {
  const [left, right, edge] = [-eave, length + eave, wall - 0.15];
  const metal = art.linear(
    [
      [0, "#b9a2ad"],
      [0.35, "#8386a3"],
      [1, "#4f5a79"],
    ],
    { to: [1, 0.35] },
  );
  face(metal, sloping(left, right, [ridge, middle], [edge, -eave]));
  let seams = "";
  for (let u = 0.1; u < right; u += 0.85) {
    seams += line([see(u, edge, -eave), see(u, ridge, middle)], { open: true });
  }
  art.trace(seams, "#e4d5d6", 1.2, { "stroke-opacity": 0.28 });

  // Under the overhang of the gable: the soffit, then the boards of both rakes, then the fascia.
  face("#a8876f", [
    [left, ridge, middle],
    [0, ridge - 0.2, middle],
    [0, edge - board, depth + eave],
    [left, edge, depth + eave],
  ]);
  const rake = (v) => [
    [left, ridge, middle],
    [left, ridge - board, middle],
    [left, edge - board, v],
    [left, edge, v],
  ];
  face("#f7e6c6", rake(depth + eave));
  face("#d9b892", rake(-eave));
  face("#4f4a60", upright(left, right, edge - 0.2, edge, -eave));
}

function porch(art, see, face) {
  const [left, right, out] = [4.6, 11, -2.4];
  const front = (a, b) => see(a, b, 0);
  face("#3d3a50", upright(left, right, 0, 2.4), { opacity: 0.75 });
  pane(art, front, 5.3, 0.9, 1.7, 1.25);
  pane(art, front, 9, 0.9, 1.5, 1.25);
  face("#7a5142", upright(7.5, 8.5, 0, 2.1));
  face(amber, upright(7.7, 8.3, 1.15, 1.95), { opacity: 0.95 });

  face("#bfa793", sloping(left, right, [0.16, 0], [0.16, out]));
  face("#7b6f7f", upright(left, right, 0, 0.16, out));
  for (const u of [left + 0.15, 6.7, 8.9, right - 0.3]) {
    face("#a5826b", upright(u, u + 0.2, 0.16, 2.25, out + 0.1));
    face("#ffdca6", upright(u, u + 0.07, 0.16, 2.25, out + 0.1));
  }
  const awning = sloping(left - 0.3, right + 0.3, [2.85, -0.3], [2.3, out - 0.3]);
  face("#716d8b", awning);
  face("#e9cba4", upright(left - 0.3, right + 0.3, 2.14, 2.3, out - 0.3));
}

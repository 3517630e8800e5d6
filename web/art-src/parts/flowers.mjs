import { dots, stroke } from "../kit/path.mjs";

/** Where the flowers of a stand have their feet, row by row: [x, y] each. */
const rows = [
  {
    scale: 0.74,
    feet: [
      [14, -15],
      [-38, -12],
      [46, -10],
      [-58, -3],
    ],
  },
  {
    scale: 0.98,
    feet: [
      [-6, -6],
      [28, 1],
      [-27, 3],
      [62, 3],
    ],
  },
];

/** The rings of bells around a stem, from the foot to the tip: how wide their bells are. */
const rings = [7.6, 7.6, 7.6, 5.6, 5.6, 5.6];

/** The sides of a bluebonnet: away from the sun, towards it, and the middle. */
const sides = [
  { way: 1, color: "#2b3d8d" },
  { way: -1, color: "#6377d0" },
  { way: 0, color: "#4356b4" },
];

/** Pairs of leaves, each drawn from tip to tip past the stem. */
const leaves = [
  [
    [-17, -9],
    [0, -4],
    [18, -7],
  ],
  [
    [-10, -17],
    [0, -5],
    [12, -16],
  ],
];

/**
 * A stand of bluebonnets 130 wide and 62 high, the nearer ones in front: bells in rising rings, pale
 * at the tip. All flowers of a row share the paths of their colours, because a meadow has hundreds.
 *
 * @returns the thing to place
 */
export function bluebonnets(art) {
  return art.thing(() => {
    for (const row of rows) drawRow(art, row);
  });
}

function drawRow(art, { scale, feet }) {
  const round = { "stroke-linecap": "round" };
  const everywhere = (draw, points) =>
    feet.map(([x, y]) => draw(points.map(([dx, dy]) => [x + dx * scale, y + dy * scale]))).join("");
  const bend = (points) => stroke(points, { digits: 0 });

  art.trace(
    everywhere(bend, [
      [0, 2],
      [-3, -18],
      [1, -48],
    ]),
    "#44704a",
    2 * scale,
  );
  art.trace(leaves.map((pair) => everywhere(bend, pair)).join(""), "#3f6a48", 3.6 * scale, round);
  for (const width of new Set(rings)) {
    for (const { way, color } of sides) {
      const bells = rings.flatMap((bell, i) =>
        bell === width ? [[way * (9 - i * 1.4), -17.5 - i * 6.6 - (way === 0 ? 2 : 0)]] : [],
      );
      art.trace(everywhere(dots, bells), color, width * scale, round);
    }
  }
  art.trace(
    everywhere(dots, [
      [-6, -25],
      [2, -33],
      [-3, -40],
    ]),
    "#f6e4ea",
    2.6 * scale,
    round,
  );
  art.trace(
    everywhere(dots, [
      [1, -55],
      [1, -58],
    ]),
    "#cfd3f6",
    3.4 * scale,
    round,
  );
}

/** Places stands of bluebonnets, every other one mirrored: [x, y, scale] each. */
export function plant(art, stand, spots) {
  spots.forEach(([x, y, scale], i) => {
    art.place(stand, x, y, { scale: i % 2 ? -scale : scale, stretch: scale });
  });
}

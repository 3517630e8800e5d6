import { soft } from "../kit/path.mjs";

/**
 * A bluebonnet 62 high with its foot at 0, 0: bells in rising rings, pale at the tip.
 *
 * @returns the thing to place
 */
function flower(art) {
  const { random } = art;
  const dots = (spots, color, width) => {
    const data = spots.map(([x, y]) => `M${Math.round(x)} ${Math.round(y)}v1`).join("");
    art.trace(data, color, width, { "stroke-linecap": "round" });
  };
  const ring = (i, way) => [
    way * (9 - i * 1.4) + random.around(0.7),
    -18 - i * 6.6 - (way === 0 ? 2 : 0),
  ];
  return art.thing(() => {
    art.trace("M0 2Q-3-18 1-48", "#44704a", 2);
    const leaves = [
      [-17, -9],
      [-10, -17],
      [12, -16],
      [18, -7],
    ];
    art.path(
      leaves
        .map(([x, y]) =>
          soft([
            [0, -4],
            [x * 0.7, y - 3],
            [x, y],
            [x * 0.7, y + 3],
          ]),
        )
        .join(""),
      "#3f6a48",
    );
    for (const [rings, width] of [
      [[0, 1], 8],
      [[2, 3], 6.8],
      [[4, 5], 5.2],
    ]) {
      dots(
        rings.map((i) => ring(i, 1)),
        "#2b3d8d",
        width,
      );
      dots(
        rings.map((i) => ring(i, -1)),
        "#6377d0",
        width,
      );
      dots(
        rings.map((i) => ring(i, 0)),
        "#4356b4",
        width,
      );
    }
    dots(
      [
        [-6, -25],
        [2, -33],
        [-3, -40],
      ],
      "#f6e4ea",
      2.6,
    );
    art.trace("M1-55v-5", "#cfd3f6", 3.4, { "stroke-linecap": "round" });
  });
}

/**
 * A stand of bluebonnets 130 wide, the nearer ones in front.
 *
 * @returns the thing to place
 */
export function bluebonnets(art) {
  const bloom = flower(art);
  const stand = [
    [14, -15, 0.66],
    [-38, -12, 0.72],
    [46, -10, 0.78],
    [-6, -6, 0.9],
    [-58, -1, 0.84],
    [28, 1, 1],
    [-27, 3, 1.06],
    [62, 3, 0.9],
  ];
  return art.thing(() => {
    for (const [x, y, scale] of stand) {
      art.place(bloom, x, y, { scale: x > 0 ? -scale : scale, stretch: scale });
    }
  });
}

/** Places stands of bluebonnets, every other one mirrored: [x, y, scale] each. */
export function plant(art, stand, spots) {
  spots.forEach(([x, y, scale], i) => {
    art.place(stand, x, y, { scale: i % 2 ? -scale : scale, stretch: scale });
  });
}

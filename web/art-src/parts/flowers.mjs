import { soft } from "../kit/path.mjs";

/**
 * A bluebonnet 62 high with its foot at 0, 0: bells in rising rings, pale at the tip.
 *
 * @returns the thing to place
 */
function flower(art) {
  const { random } = art;
  const spot = (x, y) => `M${Math.round(x)} ${Math.round(y)}v1`;
  const bells = (way, rings) =>
    rings.map((i) => spot(way * (8 - i * 1.35) + random.around(0.8), -19 - i * 6.2)).join("");
  const dots = (data, color, width) => art.trace(data, color, width, { "stroke-linecap": "round" });
  return art.thing(() => {
    art.trace("M0 2Q-3-18 1-48", "#44704a", 2);
    const leaves = [[-17, -9], [-10, -17], [12, -16], [18, -7]]
      .map(([x, y]) => soft([[0, -4], [x * 0.7, y - 3], [x, y], [x * 0.7, y + 3]]))
      .join("");
    art.path(leaves, "#3f6a48");
    for (const [rings, width] of [[[0, 1], 10], [[2, 3], 7.6], [[4, 5], 5.4]]) {
      dots(bells(1, rings), "#2b3d8d", width);
      dots(bells(0, rings), "#3d50ab", width);
      dots(bells(-1, rings), "#6377d0", width);
    }
    dots(spot(-5, -25) + spot(1, -33) + spot(-3, -40), "#f6e4ea", 3);
    dots("M1-53v-5", "#cfd3f6", 3.6);
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

import { line } from "../kit/path.mjs";
import { masonry } from "./facade.mjs";

/**
 * One brick front of a downtown row: shop window and awning below, arched windows above, cornice on top.
 *
 * @param see the pixel of a point of the wall: metres along, metres up, metres out towards the street
 * @param {{ from: number, width: number, height: number, brick: string, lit: string, awning: string }} shop
 */
export function storefront(art, see, { from, width, height, brick, lit, awning }) {
  const face = (fill, points, paint) => art.path(line(points.map((p) => see(...p))), fill, paint);
  const to = from + width;
  const rect = (fill, a, b, low, high, out = 0) =>
    face(fill, [
      [a, low, out],
      [b, low, out],
      [b, high, out],
      [a, high, out],
    ]);

  rect(
    art.linear(
      [
        [0, lit],
        [1, brick],
      ],
      { to: [1, 0.5] },
    ),
    from,
    to,
    0,
    height,
  );
  masonry(art, (x, y) => see(from + x, 3.7 + y, 0), width, height - 4, {
    dark: "#5d2a24",
    light: "#ffcf9a",
    course: 0.3,
    long: [0.5, 0.9],
  });

  rect("#2d2a38", from + 0.3, to - 0.3, 0.1, 3);
  const glass = art.linear([
    [0, "#ffe2a0"],
    [0.6, "#f7ad55"],
    [1, "#b9673a"],
  ]);
  const door = from + width * 0.62;
  rect(glass, from + 0.55, door - 0.25, 0.7, 2.7);
  rect(glass, door + 1.3, to - 0.55, 0.7, 2.7);
  rect("#7a4a34", door, door + 1.05, 0.1, 2.6);
  rect("#ffd996", door + 0.18, door + 0.87, 0.9, 2.4);
  rect("#f0dcb8", from, to, 3.1, 3.5, 0.08);
  face(awning, [
    [from + 0.2, 3.3, 0.1],
    [to - 0.2, 3.3, 0.1],
    [to - 0.2, 2.5, 1.5],
    [from + 0.2, 2.5, 1.5],
  ]);
  rect("#1c2233", from + 0.2, to - 0.2, 2.3, 2.5, 1.5);

  const count = Math.round(width / 2.2);
  const bay = width / count;
  for (let i = 0; i < count; i++)
    window(art, see, from + bay * (i + 0.5), 4.4, height - 2.1, i % 2 === 0);
  rect("#f3dfba", from - 0.1, to + 0.1, height - 0.75, height - 0.35, 0.2);
  rect("#d4b48e", from - 0.2, to + 0.2, height - 0.35, height, 0.4);
}

/** A tall window under a brick arch. */
function window(art, see, middle, low, high, alight) {
  const half = 0.55;
  const arch = (grow) => [
    [middle - half - grow, low - grow],
    [middle - half - grow, high],
    [middle - half * 0.6 - grow, high + 0.32 + grow],
    [middle, high + 0.45 + grow],
    [middle + half * 0.6 + grow, high + 0.32 + grow],
    [middle + half + grow, high],
    [middle + half + grow, low - grow],
  ];
  art.path(line(arch(0.14).map(([x, y]) => see(x, y, 0))), "#f0d9b2");
  art.path(line(arch(0).map(([x, y]) => see(x, y, 0))), alight ? "#f9bd68" : "#5c6690");
  art.trace(
    line([see(middle, low, 0), see(middle, high + 0.4, 0)], { open: true }) +
      line([see(middle - half, (low + high) / 2, 0), see(middle + half, (low + high) / 2, 0)], {
        open: true,
      }),
    "#f0d9b2",
    2,
  );
}

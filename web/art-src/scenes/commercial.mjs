import { Camera, frame } from "../kit/camera.mjs";
import { bluebonnet, gold } from "../kit/palette.mjs";
import { line } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { land } from "../parts/land.mjs";
import { atmosphere } from "../parts/light.mjs";
import { oak } from "../parts/oak.mjs";
import { standing, surveyor } from "../parts/people.mjs";
import { glowingLine } from "../parts/perimeter.mjs";
import { sky } from "../parts/sky.mjs";
import { storefront } from "../parts/storefront.mjs";
import { lamp, waterTower } from "../parts/town.mjs";

/** A brick row downtown, facing the low sun, under the water tower. */
export function commercial() {
  const art = new Picture(1200, 900, 8);
  const horizon = 715;
  const camera = new Camera({ center: 520, horizon, focal: 1180, height: 2.1 });
  sky(art, gold, { horizon, banks: 4 });
  land(art, gold, { horizon, rise: 60, ridges: 2, woods: 46 });
  const tree = oak(art);
  art.place(waterTower(art), 220, 719, { scale: 1.42 });
  art.place(tree, 70, 738, { scale: 0.7 });
  art.place(tree, 318, 727, { scale: 0.38 });

  const at = frame({ x: -2.6, z: 25, turn: -24 });
  const see = (u, y, out) => camera.see(at(u, y, -out));
  const ground = (fill, points, paint) =>
    art.path(line(points.map(([u, v]) => camera.see(at(u, 0, v)))), fill, paint);
  art.path(
    "M0 790H1200V900H0z",
    art.linear([
      [0, "#b39a8c"],
      [1, "#5d566c"],
    ]),
  );
  ground(
    art.linear(
      [
        [0, "#b3917c"],
        [1, "#6f6478"],
      ],
      { to: [1, 0.3] },
    ),
    [
      [-8, 0],
      [26, 0],
      [26, -3.6],
      [-8, -3.6],
    ],
  );
  ground("#5b5166", [
    [-8, -3.6],
    [26, -3.6],
    [26, -3.9],
    [-8, -3.9],
  ]);
  ground(
    "#ffdf9e",
    [
      [-9, -8],
      [18, -8],
      [17.8, -8.25],
      [-9.2, -8.25],
    ],
    { opacity: 0.55 },
  );

  const base = [
    [-1.2, 8],
    [-1.2, -0.8],
    [21, -0.8],
  ].map(([u, v]) => camera.see(at(u, 0, v)));
  glowingLine(art, line(base, { open: true }), 5);
  storefront(art, see, {
    from: 0,
    width: 6.4,
    height: 8,
    brick: "#8f4a3c",
    lit: "#d98a5c",
    awning: bluebonnet,
  });
  storefront(art, see, {
    from: 6.4,
    width: 7.6,
    height: 9.4,
    brick: "#7a3d36",
    lit: "#c26f4c",
    awning: "#1f4a40",
  });
  storefront(art, see, {
    from: 14,
    width: 6.6,
    height: 7.6,
    brick: "#96604c",
    lit: "#e3a878",
    awning: "#b2481f",
  });

  const post = lamp(art);
  for (const [u, scale] of [
    [-0.8, 0.78],
    [6.5, 0.95],
  ]) {
    const [x, y] = camera.see(at(u, 0, -3.2));
    art.place(post, x, y, { scale });
  }
  const [x, y] = camera.see(at(3.4, 0, -2.2));
  standing(art, surveyor(art), x, y, camera.scale(21) / 100);
  atmosphere(art, { sun: [0, 640] });
  return art;
}

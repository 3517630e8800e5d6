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
import { courthouse, lamp } from "../parts/town.mjs";
import { truck } from "../parts/truck.mjs";

/** The square of a county seat: the courthouse on its lawn, the office on the corner. */
export function office() {
  const art = new Picture(1200, 900, 163);
  const horizon = 640;
  const camera = new Camera({ center: 420, horizon, focal: 1100, height: 2 });
  sky(art, gold, { horizon, moon: 0.12, banks: 4 });
  land(art, gold, { horizon, rise: 60, ridges: 2, woods: 44 });
  const tree = oak(art);
  art.place(tree, 690, 670, { scale: 0.62 });
  art.place(courthouse(art), 400, 672, { scale: 1.1 });
  art.place(tree, 130, 684, { scale: 0.62 });
  art.place(tree, 590, 692, { scale: 0.42 });

  art.path(
    "M0 720L1200 748V900H0Z",
    art.linear([
      [0, "#a68e86"],
      [1, "#57506a"],
    ]),
  );
  art.path("M0 712L1200 732V748L0 722Z", "#d9b993");
  const at = frame({ x: 4.2, z: 19, turn: -26 });
  const see = (u, y, out) => camera.see(at(u, y, -out));
  const ground = (fill, points) =>
    art.path(line(points.map(([u, v]) => camera.see(at(u, 0, v)))), fill);
  ground("#8d7783", [
    [-2.6, 4],
    [-2.6, -3],
    [12, -3],
    [12, 4],
  ]);
  ground("#463f57", [
    [-2.6, -3],
    [12, -3],
    [12, -3.25],
    [-2.6, -3.25],
  ]);
  const base = [
    [-0.9, 6],
    [-0.9, -0.8],
    [12, -0.8],
  ].map(([u, v]) => camera.see(at(u, 0, v)));
  glowingLine(art, line(base, { open: true }), 4.5);
  storefront(art, see, {
    from: 0,
    width: 7.2,
    height: 7.6,
    brick: "#7a3d36",
    lit: "#cf7d55",
    awning: bluebonnet,
  });
  storefront(art, see, {
    from: 7.2,
    width: 6,
    height: 6.8,
    brick: "#96604c",
    lit: "#d99a6c",
    awning: "#1f4a40",
  });

  art.place(lamp(art), 742, 780, { scale: 0.84 });
  const [x, y] = camera.see(at(2.6, 0, -1.9));
  standing(art, surveyor(art), x, y, 0.66);
  art.place(truck(art), 330, 826, { scale: 0.84 });
  atmosphere(art, { sun: [0, 580] });
  return art;
}

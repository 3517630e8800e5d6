import { Camera, frame } from "../kit/camera.mjs";
import { gold, nearGrass, shadow } from "../kit/palette.mjs";
import { oval } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { bluebonnets, plant } from "../parts/flowers.mjs";
import { house } from "../parts/house.mjs";
import { grassStrip, land, lightBands, row } from "../parts/land.mjs";
import { atmosphere } from "../parts/light.mjs";
import { bush, oak } from "../parts/oak.mjs";
import { perimeter } from "../parts/perimeter.mjs";
import { sky } from "../parts/sky.mjs";
import { stoneWall } from "../parts/wall.mjs";

export function residential() {
  const art = new Picture(1200, 900, 11);
  const horizon = 470;
  const camera = new Camera({ center: 600, horizon, focal: 1350, height: 3.4 });
  sky(art, gold, { horizon });
  land(art, gold, { horizon });
  lightBands(art, gold, { top: horizon + 12, bottom: 860 });

  const tree = oak(art);
  const shrub = bush(art);
  const blades = grassStrip(art, { width: 400, height: 80, count: 34, fill: nearGrass });
  const stand = bluebonnets(art);
  art.place(tree, 110, 500, { scale: 0.42 });
  art.path(oval(1110, 560, 260, 16), shadow, { opacity: 0.4 });
  art.place(tree, 960, 555, { scale: 1.35 });

  const at = frame({ x: -5.2, z: 24, turn: 24 });
  perimeter(art, camera, at, { u0: -2.6, u1: 17.4, v0: -5, v1: 10.4, round: 2 }, 3.4);
  house(art, camera, at);
  art.place(shrub, 390, 660, { scale: 0.6 });
  art.place(shrub, 470, 655, { scale: 0.5 });
  plant(art, stand, [
    [80, 742, 0.4],
    [150, 752, 0.5],
    [235, 748, 0.45],
    [330, 762, 0.5],
    [560, 760, 0.5],
  ]);
  stoneWall(art, camera, { from: [-7.5, 12.6], to: [-1.2, 11.4] });
  row(art, blades, { y: 905, width: 400 });
  plant(art, stand, [
    [690, 850, 0.8],
    [800, 880, 1.1],
    [560, 885, 1.2],
    [420, 905, 1.3],
    [900, 905, 1.4],
  ]);
  atmosphere(art);
  return art;
}

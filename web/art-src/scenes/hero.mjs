import { Camera, frame } from "../kit/camera.mjs";
import { gold, nearGrass, shadow } from "../kit/palette.mjs";
import { oval } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { bluebonnets, plant } from "../parts/flowers.mjs";
import { house } from "../parts/house.mjs";
import { grassStrip, land, lightBands, row } from "../parts/land.mjs";
import { atmosphere } from "../parts/light.mjs";
import { bush, oak } from "../parts/oak.mjs";
import { spray, sprayer, standing, surveyor } from "../parts/people.mjs";
import { perimeter } from "../parts/perimeter.mjs";
import { sky } from "../parts/sky.mjs";
import { truck } from "../parts/truck.mjs";

/**
 * The team at work. A headline lies over the calm left third, or over the lower half on a phone,
 * and the picture is cropped from both sides: what matters lies between 560 and 1380, 240 and 620.
 */
export function hero() {
  const art = new Picture(1600, 900, 7);
  const horizon = 385;
  const camera = new Camera({ center: 800, horizon, focal: 1500, height: 2.8 });
  sky(art, gold, { horizon, banks: 4 });
  land(art, gold, { horizon, woods: 24 });
  lightBands(art, gold, { top: horizon + 12, bottom: 800, count: 7 });

  const tree = oak(art);
  art.place(tree, 150, 411, { scale: 0.36 });
  art.place(tree, 330, 403, { scale: 0.22 });
  art.path(oval(1420, 475, 330, 16), shadow, { opacity: 0.4 });
  art.place(tree, 1265, 473, { scale: 1.56 });

  const at = frame({ x: -2.9, z: 25, turn: 24 });
  perimeter(art, camera, at, { u0: -2.6, u1: 18, v0: -6, v1: 10.4, round: 2 }, 3.6);
  house(art, camera, at);
  const shrub = bush(art);
  art.place(shrub, 700, 554, { scale: 0.6 });
  art.place(shrub, 850, 545, { scale: 0.5 });
  art.place(truck(art), 1370, 604, { scale: 0.72 });
  standing(art, surveyor(art), 1046, 622, 0.86);
  spray(art, camera, sprayer(art), at(-0.3, 0, -6));

  row(art, grassStrip(art, { width: 400, height: 70, count: 24, fill: nearGrass }), {
    y: 905,
    width: 400,
  });
  plant(art, bluebonnets(art), [
    [90, 640, 0.3],
    [310, 644, 0.34],
    [250, 684, 0.5],
    [1190, 720, 0.7],
    [1330, 744, 0.9],
    [1070, 776, 0.9],
    [1230, 800, 1.1],
    [1420, 812, 1.2],
    [1560, 830, 1.3],
    [1110, 870, 1.3],
    [1310, 890, 1.4],
    [780, 896, 1.2],
    [1500, 905, 1.5],
  ]);
  atmosphere(art);
  return art;
}

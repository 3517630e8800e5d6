import { Camera, frame } from "../kit/camera.mjs";
import { gold, nearGrass, shadow } from "../kit/palette.mjs";
import { oval } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { bluebonnets, plant } from "../parts/flowers.mjs";
import { house } from "../parts/house.mjs";
import { grassStrip, land, lightBands, row } from "../parts/land.mjs";
import { atmosphere } from "../parts/light.mjs";
import { bush, oak } from "../parts/oak.mjs";
import { spray, sprayer } from "../parts/people.mjs";
import { perimeter } from "../parts/perimeter.mjs";
import { sky } from "../parts/sky.mjs";

const sides = { u0: -3.2, u1: 18.4, v0: -6, v1: 12.4, round: 2.4 };

/**
 * A technician closes the line around the house. The headline lies over the calm left half, and wide
 * screens show only a strip of the height: what matters lies between 770 and 1580, 290 and 600.
 */
export function hero() {
  const art = new Picture(1600, 900, 7);
  const horizon = 340;
  const camera = new Camera({ center: 960, horizon, focal: 1000, height: 5 });
  sky(art, gold, { horizon, moon: 0.66, banks: 4 });
  land(art, gold, { horizon, woods: 24 });
  lightBands(art, gold, { top: horizon + 12, bottom: 800, count: 7 });

  const tree = oak(art);
  art.place(tree, 150, 366, { scale: 0.36 });
  art.place(tree, 330, 358, { scale: 0.22 });
  art.path(oval(1500, 430, 260, 13), shadow, { opacity: 0.4 });
  art.place(tree, 1420, 426, { scale: 1.2 });

  const at = frame({ x: -0.5, z: 29.5, turn: 20 });
  perimeter(art, camera, at, sides, 4, true);
  house(art, camera, at);
  const shrub = bush(art);
  art.place(shrub, 986, 510, { scale: 0.36 });
  art.place(shrub, 1074, 506, { scale: 0.3 });
  spray(art, camera, sprayer(art), at(4.4, 0, -6));

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
    [1230, 820, 1.1],
    [1420, 832, 1.2],
    [1560, 840, 1.3],
    [1110, 880, 1.3],
    [780, 896, 1.2],
    [1500, 905, 1.5],
  ]);
  atmosphere(art);
  return art;
}

/** The same for narrow screens: the house fills the width, and the headline lies below it. */
export function heroTall() {
  const art = new Picture(800, 890, 7);
  const horizon = 190;
  const camera = new Camera({ center: 400, horizon, focal: 760, height: 4.8 });
  sky(art, gold, { horizon, banks: 3 });
  land(art, gold, { horizon, woods: 18 });
  lightBands(art, gold, { top: horizon + 12, bottom: 700, count: 5 });

  const tree = oak(art);
  art.place(tree, 50, 208, { scale: 0.3 });
  art.path(oval(660, 282, 190, 11), shadow, { opacity: 0.4 });
  art.place(tree, 600, 278, { scale: 0.92 });

  const at = frame({ x: -8.4, z: 24.5, turn: 20 });
  perimeter(art, camera, at, sides, 3.2, true);
  house(art, camera, at);
  const shrub = bush(art);
  art.place(shrub, 142, 334, { scale: 0.32 });
  art.place(shrub, 216, 331, { scale: 0.27 });
  spray(art, camera, sprayer(art), at(4.4, 0, -6));
  plant(art, bluebonnets(art), [
    [620, 450, 0.5],
    [720, 470, 0.6],
    [540, 486, 0.6],
    [60, 470, 0.55],
    [150, 500, 0.7],
    [690, 540, 0.8],
  ]);
  atmosphere(art);
  return art;
}

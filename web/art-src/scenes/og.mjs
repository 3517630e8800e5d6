import { Camera, frame } from "../kit/camera.mjs";
import { dusk, shadow } from "../kit/palette.mjs";
import { oval } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { bluebonnets, plant } from "../parts/flowers.mjs";
import { house } from "../parts/house.mjs";
import { land, lightBands } from "../parts/land.mjs";
import { bush, oak } from "../parts/oak.mjs";
import { spray, sprayer } from "../parts/people.mjs";
import { perimeter } from "../parts/perimeter.mjs";
import { sky } from "../parts/sky.mjs";

/** The card that others see: the house, the oak and the line, without grain so that the bitmap stays small. */
export function og() {
  const art = new Picture(1200, 630, 157);
  const horizon = 330;
  const camera = new Camera({ center: 600, horizon, focal: 1240, height: 2.9 });
  sky(art, dusk, { horizon, banks: 3 });
  land(art, dusk, { horizon, rise: 80, woods: 22 });
  lightBands(art, dusk, { top: horizon + 10, bottom: 560, count: 5 });
  const tree = oak(art);
  art.path(oval(1020, 400, 240, 12), shadow, { opacity: 0.4 });
  art.place(tree, 920, 396, { scale: 1.2 });
  art.place(tree, 110, 354, { scale: 0.42 });
  const at = frame({ x: -5.2, z: 25, turn: 24 });
  perimeter(art, camera, at, { u0: -2.6, u1: 17.4, v0: -5, v1: 10.2, round: 2 }, 3.8);
  house(art, camera, at);
  art.place(bush(art), 420, 496, { scale: 0.55 });
  spray(art, camera, sprayer(art), at(2.4, 0, -5));
  plant(art, bluebonnets(art), [
    [900, 596, 0.8],
    [1020, 620, 1],
    [1130, 600, 0.9],
    [140, 600, 0.8],
    [50, 628, 1],
  ]);
  return art;
}

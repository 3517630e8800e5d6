import { Camera, frame } from "../kit/camera.mjs";
import { dusk, gold, shadow } from "../kit/palette.mjs";
import { oval } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { bluebonnets, plant } from "../parts/flowers.mjs";
import { house } from "../parts/house.mjs";
import { land } from "../parts/land.mjs";
import { atmosphere } from "../parts/light.mjs";
import { bush, canopy, oak } from "../parts/oak.mjs";
import { glowingLine } from "../parts/perimeter.mjs";
import { sky } from "../parts/sky.mjs";

const shield =
  "M600 48C700 104 830 118 936 104C944 150 946 210 944 270C936 500 800 660 600 756C400 660 264 500 256 270C254 210 256 150 264 104C370 118 500 104 600 48Z";

/** Night outside, evening sun within: the line has the shape of a promise. */
export function programWarranty() {
  const art = new Picture(1200, 800, 101);
  const horizon = 390;
  const tree = oak(art, undefined, canopy(art));
  const backdrop = (mood) => {
    sky(art, mood, { horizon, sun: [300, horizon - 40], moon: 0, banks: 0 });
    land(art, mood, { horizon, rise: 80, woods: 24 });
  };
  backdrop(dusk);
  art.wash("#10183a", { opacity: 0.5 });
  art.place(tree, 110, 432, { scale: 0.7 });
  art.wash("#10183a", { opacity: 0.25 });

  art.group({ "clip-path": art.window(shield) }, () => {
    backdrop(gold);
    art.path(oval(870, 434, 150, 9), shadow, { opacity: 0.4 });
    art.place(tree, 775, 430, { scale: 0.78 });
    const camera = new Camera({ center: 600, horizon, focal: 1180, height: 4 });
    const at = frame({ x: -5.6, z: 33, turn: 24 });
    house(art, camera, at);
    art.place(bush(art), 478, 540, { scale: 0.4 });
    const stand = bluebonnets(art);
    plant(art, stand, [
      [440, 604, 0.45],
      [556, 624, 0.55],
      [668, 612, 0.5],
      [490, 660, 0.65],
      [624, 668, 0.75],
      [740, 600, 0.4],
      [580, 714, 0.8],
    ]);
  });
  glowingLine(art, shield, 4.5);
  atmosphere(art, { warmth: 0.12, evening: 0.3 });
  return art;
}

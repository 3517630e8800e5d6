import { Camera, frame } from "../kit/camera.mjs";
import { dusk } from "../kit/palette.mjs";
import { oval } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { mosquito } from "../parts/creatures.mjs";
import { house } from "../parts/house.mjs";
import { grassStrip, land, lightBands, row } from "../parts/land.mjs";
import { atmosphere } from "../parts/light.mjs";
import { bush, oak } from "../parts/oak.mjs";
import { perimeter } from "../parts/perimeter.mjs";
import { sky } from "../parts/sky.mjs";

/** A porch after sunset; the standing water in the stock tank is where it begins. */
export function mosquitoes() {
  const art = new Picture(1200, 900, 43);
  const horizon = 500;
  const camera = new Camera({ center: 600, horizon, focal: 1350, height: 2.9 });
  sky(art, dusk, { horizon, sun: [180, horizon - 10] });
  land(art, dusk, { horizon, woods: 28 });
  lightBands(art, dusk, { top: horizon + 10, bottom: 760, count: 5 });
  const tree = oak(art);
  art.place(tree, 1070, 560, { scale: 1.25 });
  art.place(tree, 60, 522, { scale: 0.4 });

  const at = frame({ x: -0.3, z: 25, turn: 24 });
  perimeter(art, camera, at, { u0: -2.4, u1: 17, v0: -4.6, v1: 10, round: 2 }, 3.4);
  house(art, camera, at);
  art.place(bush(art), 700, 652, { scale: 0.7 });

  const blades = grassStrip(art, { width: 400, height: 80, count: 36, fill: "#102a2b" });
  stockTank(art, 330, 690);
  row(art, blades, { y: 905, width: 400 });
  const gnat = mosquito(art);
  art.place(gnat, 330, 330, { scale: 1.15 });
  art.place(gnat, 560, 470, { scale: 0.24, opacity: 0.85 });
  art.place(gnat, 120, 560, { scale: 0.2, opacity: 0.8 });
  art.place(gnat, 470, 610, { scale: 0.28, opacity: 0.9 });
  atmosphere(art, { warmth: 0.22, evening: 0.5 });
  return art;
}

/** A galvanised tank, brim full; x, y is the middle of the rim. */
function stockTank(art, x, y) {
  const [rx, ry, deep] = [290, 58, 150];
  const zinc = art.linear(
    [
      [0, "#e6c3ae"],
      [0.22, "#9c94ab"],
      [0.6, "#5a6384"],
      [1, "#323d5e"],
    ],
    { to: [1, 0] },
  );
  const band = (top, bottom) =>
    `M${x - rx} ${y + top}A${rx} ${ry} 0 0 0 ${x + rx} ${y + top}V${y + bottom}A${rx} ${ry} 0 0 1 ${x - rx} ${y + bottom}Z`;
  art.path(oval(x + 120, y + deep + 26, rx + 90, 40), "#0b1d25", { opacity: 0.5 });
  art.path(band(0, deep), zinc);
  for (const ring of [34, 70, 106]) {
    art.path(band(ring, ring + 9), "#ffe0c0", { opacity: 0.16 });
    art.path(band(ring + 9, ring + 16), "#141c3a", { opacity: 0.28 });
  }
  art.path(oval(x, y, rx + 7, ry + 4), zinc);
  art.path(
    oval(x, y + 1, rx - 8, ry - 7),
    art.linear(
      [
        [0, "#ffc98d"],
        [0.45, "#d08b95"],
        [1, "#4a5090"],
      ],
      { to: [0.6, 1] },
    ),
  );
  for (const [dx, dy, w] of [
    [-60, 8, 60],
    [-60, 8, 34],
    [110, -10, 44],
    [110, -10, 22],
  ]) {
    art.trace(oval(x + dx, y + dy, w, w * 0.16), "#ffe9c8", 1.6, { opacity: 0.6 });
  }
}

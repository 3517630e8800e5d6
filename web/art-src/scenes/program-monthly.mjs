import { Camera, frame } from "../kit/camera.mjs";
import { dusk } from "../kit/palette.mjs";
import { oval } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { bluebonnets, plant } from "../parts/flowers.mjs";
import { house } from "../parts/house.mjs";
import { grassStrip, land, lightBands, row } from "../parts/land.mjs";
import { atmosphere } from "../parts/light.mjs";
import { bush, oak } from "../parts/oak.mjs";
import { perimeter } from "../parts/perimeter.mjs";
import { sky } from "../parts/sky.mjs";

/** A month of moons over the house. */
export function programMonthly() {
  const art = new Picture(1200, 800, 83);
  const horizon = 500;
  const camera = new Camera({ center: 600, horizon, focal: 1200, height: 2.9 });
  sky(art, dusk, { horizon, moon: 0, banks: 3 });
  stars(art);
  moons(art, [600, 640], 520);
  land(art, dusk, { horizon, rise: 80, woods: 24 });
  lightBands(art, dusk, { top: horizon + 10, bottom: 740, count: 6 });
  const tree = oak(art);
  art.place(tree, 905, 556, { scale: 0.84 });
  art.place(tree, 130, 526, { scale: 0.44 });

  const at = frame({ x: -5, z: 25, turn: 24 });
  perimeter(art, camera, at, { u0: -2.4, u1: 17.2, v0: -4.8, v1: 10, round: 2 }, 3.4);
  house(art, camera, at);
  art.place(bush(art), 430, 655, { scale: 0.55 });
  row(art, grassStrip(art, { width: 400, height: 64, count: 36, fill: "#102a2b" }), {
    y: 804,
    width: 400,
  });
  plant(art, bluebonnets(art), [
    [980, 760, 0.8],
    [1090, 790, 1.1],
    [120, 770, 0.8],
    [50, 800, 1.1],
  ]);
  atmosphere(art, { warmth: 0.22, evening: 0.42 });
  return art;
}

function stars(art) {
  const { random } = art;
  let data = "";
  for (let i = 0; i < 34; i++)
    data += `M${Math.round(random.between(150, 1190))} ${Math.round(random.between(12, 240))}h.1`;
  art.trace(data, "#fff3d8", 2.6, { "stroke-linecap": "round", opacity: 0.7 });
}

/** New to full to new, along an arc from the left to the right. */
function moons(art, [x, y], radius) {
  const count = 7;
  for (let i = 0; i < count; i++) {
    const angle = Math.PI * (1.22 + (0.56 * i) / (count - 1));
    const phase = (i + 1) / (count + 1);
    const r = 24 + 12 * Math.sin(phase * Math.PI);
    const [mx, my] = [
      Math.round(x + Math.cos(angle) * radius),
      Math.round(y + Math.sin(angle) * radius),
    ];
    art.path(
      oval(mx, my, r * 2.4),
      art.halo([
        [0.3, "#ffe7b3", 0.3],
        [1, "#ffe7b3", 0],
      ]),
    );
    art.path(oval(mx, my, r), "#4a4f8c", { opacity: 0.75 });
    art.path(lit(mx, my, Math.round(r), phase), "#fff0cc");
  }
}

/** The lit part of a moon: from none at 0 over full at a half to none at 1. */
function lit(x, y, r, phase) {
  const waxing = phase <= 0.5;
  const bulge = Math.round(r * Math.abs(Math.cos(phase * 2 * Math.PI)) * 10) / 10;
  const gibbous = phase > 0.25 && phase < 0.75;
  const outer = `M${x} ${y - r}A${r} ${r} 0 0 ${waxing ? 1 : 0} ${x} ${y + r}`;
  return `${outer}A${bulge} ${r} 0 0 ${gibbous === waxing ? 1 : 0} ${x} ${y - r}Z`;
}

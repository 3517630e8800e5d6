import { Camera, frame } from "../kit/camera.mjs";
import { leaf } from "../kit/palette.mjs";
import { oval } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { bluebonnets, plant } from "../parts/flowers.mjs";
import { house } from "../parts/house.mjs";
import { grassStrip } from "../parts/land.mjs";
import { atmosphere } from "../parts/light.mjs";
import { bareOak, canopy, oak } from "../parts/oak.mjs";
import { perimeter } from "../parts/perimeter.mjs";

const seasons = [
  {
    sky: ["#7f9fd0", "#f3d6c4", "#ffeec2"],
    hills: ["#9aa7bd", "#6f9078"],
    ground: ["#93ab5a", "#3f6b46"],
    blades: "#2c5a3c",
    tones: { ...leaf, lit: "#8fae4c", body: "#4a7d48", deep: "#275440" },
  },
  {
    sky: ["#5a86c4", "#f6d9a0", "#ffe9a6"],
    hills: ["#a39aa4", "#7d8a5f"],
    ground: ["#d3b258", "#7d7a3c"],
    blades: "#5f6a34",
    tones: leaf,
  },
  {
    sky: ["#6d6fa6", "#e9a583", "#ffc98a"],
    hills: ["#94809c", "#7a6560"],
    ground: ["#b98a4a", "#6b4f38"],
    blades: "#54412f",
    tones: { rim: "#ffc46a", lit: "#d9803c", body: "#a84a26", deep: "#5f2a26" },
  },
  {
    sky: ["#4f5f93", "#b9b3cc", "#e9d7cf"],
    hills: ["#9394b4", "#77809a"],
    ground: ["#b9b6b0", "#6d7884"],
    blades: "#565f6d",
  },
];

/** One house through the year: four oaks, four lights, one line. */
export function programQuarterly() {
  const art = new Picture(1200, 800, 97);
  const horizon = 430;
  const quarter = art.width / seasons.length;
  const leaves = canopy(art);
  for (const [i, season] of seasons.entries())
    panel(art, season, leaves, i * quarter, quarter, horizon);

  const camera = new Camera({ center: 600, horizon, focal: 1240, height: 4.7 });
  const at = frame({ x: -5.9, z: 29, turn: 22 });
  perimeter(art, camera, at, { u0: -2.6, u1: 17.6, v0: -4.8, v1: 10, round: 2 }, 3.6);
  house(art, camera, at);
  plant(art, bluebonnets(art), [
    [60, 690, 0.6],
    [190, 712, 0.7],
    [90, 752, 0.9],
    [214, 790, 1],
    [66, 806, 1],
  ]);
  atmosphere(art, { warmth: 0.2, evening: 0.3 });
  return art;
}

/** A quarter of the year, and of the canvas. */
function panel(art, { sky, hills, ground, blades, tones }, leaves, x, width, horizon) {
  const rect = (y, height) => `M${x} ${y}h${width}v${height}h-${width}z`;
  art.group({ "clip-path": art.window(rect(0, art.height)) }, () => {
    art.path(
      rect(0, horizon),
      art.linear([
        [0, sky[0]],
        [0.7, sky[1]],
        [1, sky[2]],
      ]),
    );
    art.path(`M0 390Q300 350 620 384T1200 372V432H0Z`, hills[0]);
    art.path(`M0 410Q260 396 560 412T1200 400V432H0Z`, hills[1]);
    art.path(
      rect(horizon, art.height - horizon),
      art.linear([
        [0, ground[0]],
        [1, ground[1]],
      ]),
    );
    const [tx, ty] = [x + width / 2, horizon + 16];
    art.path(oval(tx + 50, ty, 120, 8), "#12222e", { opacity: 0.3 });
    art.place(tones ? oak(art, tones, leaves) : bareOak(art), tx, ty, { scale: 0.6 });
    art.place(grassStrip(art, { width, height: 44, count: 24, fill: blades }), x, art.height + 2);
  });
}

import { Camera } from "../kit/camera.mjs";
import { gold, nearGrass, shadow } from "../kit/palette.mjs";
import { line, oval, soft, stroke } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { bluebonnets, plant } from "../parts/flowers.mjs";
import { grassStrip, land, lightBands } from "../parts/land.mjs";
import { atmosphere } from "../parts/light.mjs";
import { oak } from "../parts/oak.mjs";
import { glowingLine } from "../parts/perimeter.mjs";
import { sky } from "../parts/sky.mjs";
import { stoneWall } from "../parts/wall.mjs";

/** An open gate, a field and nobody there. */
export function nothingHere() {
  const art = new Picture(1200, 800, 151);
  const horizon = 400;
  const camera = new Camera({ center: 560, horizon, focal: 1000, height: 1.9 });
  sky(art, gold, { horizon, banks: 5 });
  land(art, gold, { horizon, woods: 22 });
  lightBands(art, gold, { top: horizon + 10, bottom: 740 });
  art.place(oak(art), 850, 430, { scale: 0.6 });

  const track = (half, z) => [
    camera.see([Math.sin(z / 11) * 1.3 - half, 0, z]),
    camera.see([Math.sin(z / 11) * 1.3 + half, 0, z]),
  ];
  const depths = [3, 3.6, 4.6, 6, 8, 10, 13, 17, 22, 28, 36];
  const sides = depths.map((z) => track(1.1, z));
  art.path(
    soft([...sides.map(([l]) => l), ...sides.map(([, r]) => r).reverse()]),
    art.linear([
      [0, "#e8c88a"],
      [1, "#8d7450"],
    ]),
    { opacity: 0.75 },
  );
  glowingLine(art, stroke(sides.map(([l, r]) => [(l[0] + r[0]) / 2, l[1]])), 2.6);

  stoneWall(art, camera, { from: [-9, 10.5], to: [-1.6, 9.4], height: 1 });
  stoneWall(art, camera, { from: [2.6, 9.2], to: [9, 10], height: 1 });
  gate(art, camera);
  const blades = grassStrip(art, { width: 400, height: 70, count: 40, fill: nearGrass });
  art.place(blades, -20, 804);
  art.place(blades, 1230, 804, { scale: -1, stretch: 1 });
  plant(art, bluebonnets(art), [
    [120, 700, 0.8],
    [250, 750, 1],
    [80, 790, 1.3],
    [940, 720, 0.8],
    [1080, 760, 1.1],
    [1170, 800, 1.3],
  ]);
  atmosphere(art);
  return art;
}

/** A field gate of five bars, swung open towards us. */
function gate(art, camera) {
  const post = (x, z) => {
    const [px, py] = camera.see([x, 0, z]);
    const s = camera.scale(z);
    art.path(oval(px + s * 0.5, py, s * 0.7, 7), shadow, { opacity: 0.4 });
    art.path(
      `M${Math.round(px - s * 0.14)} ${Math.round(py)}V${Math.round(py - s * 1.5)}H${Math.round(px + s * 0.14)}V${Math.round(py)}z`,
      art.linear(
        [
          [0, "#f3d3a0"],
          [0.3, "#8a6450"],
          [1, "#3d3138"],
        ],
        { to: [1, 0] },
      ),
    );
  };
  post(-1.5, 9.3);
  post(2.5, 9.1);
  const leaf = (t, y) => camera.see([2.5 + t * 1.5, y, 9 - t * 2.3]);
  const bars = [0.25, 0.5, 0.75, 1, 1.25].map((y) =>
    line([leaf(0, y), leaf(1, y)], { open: true }),
  );
  const braces = [line([leaf(0, 0.25), leaf(0.5, 1.25), leaf(1, 0.25)], { open: true })];
  const stiles = [0.02, 0.98].map((t) => line([leaf(t, 0.15), leaf(t, 1.35)], { open: true }));
  const data = [...bars, ...braces, ...stiles].join("");
  art.trace(data, "#4a3a3e", 9, { "stroke-linejoin": "round" });
  art.trace(data, "#e0b688", 3, { transform: "translate(-2 -2)" });
}

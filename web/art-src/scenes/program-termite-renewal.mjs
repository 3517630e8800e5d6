import { Camera, frame } from "../kit/camera.mjs";
import { gold, nearGrass, shadow } from "../kit/palette.mjs";
import { line, oval } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { masonry, pane } from "../parts/facade.mjs";
import { bluebonnets, plant } from "../parts/flowers.mjs";
import { grassStrip, land, lightBands, row } from "../parts/land.mjs";
import { atmosphere } from "../parts/light.mjs";
import { oak } from "../parts/oak.mjs";
import { kneeler } from "../parts/people.mjs";
import { glowingLine } from "../parts/perimeter.mjs";
import { sky } from "../parts/sky.mjs";

/** Along the foundation: station after station, and the line between them made new. */
export function programTermiteRenewal() {
  const art = new Picture(1200, 800, 113);
  const horizon = 350;
  const camera = new Camera({ center: 330, horizon, focal: 900, height: 1.5 });
  sky(art, gold, { horizon, banks: 3 });
  land(art, gold, { horizon, rise: 70, woods: 24 });
  lightBands(art, gold, { top: horizon + 10, bottom: 760, to: 500 });
  art.place(oak(art), 130, 388, { scale: 0.62 });

  // The wall runs from the right foreground away to the left.
  const at = frame({ x: 0.9, z: 15, turn: -60 });
  const see = (u, y, out = 0) => camera.see(at(u, y, -out));
  const face = (fill, ...points) => art.path(line(points.map((p) => see(...p))), fill);
  const end = 13.6;
  const run = [
    [-0.9, 0, -6],
    [-0.9, 0, 0.2],
    [-0.6, 0, 0.8],
    [0, 0, 0.9],
    [end, 0, 0.9],
  ].map((p) => see(...p));
  glowingLine(art, line(run, { open: true }), 5);
  face(
    art.linear(
      [
        [0, "#f8dcae"],
        [0.5, "#c9a995"],
        [1, "#8a7c90"],
      ],
      { to: [1, 0.2] },
    ),
    [0, 0],
    [end, 0],
    [end, 3],
    [0, 3],
  );
  masonry(art, (x, y) => see(x, 0.5 + y), end, 2.5, {
    dark: "#7d6672",
    light: "#fff0cd",
    course: 0.3,
    long: [0.4, 0.9],
  });
  face(
    art.linear(
      [
        [0, "#a5958f"],
        [1, "#6b6378"],
      ],
      { to: [1, 0] },
    ),
    [0, 0],
    [end, 0],
    [end, 0.45],
    [0, 0.45],
  );
  face("#e6d3ba", [0, 0.45], [end, 0.45], [end, 0.53], [0, 0.53]);
  for (const u of [2.2, 6.6]) pane(art, (x, y) => see(x, y), u, 1.15, 1.6, 1.25);
  face("#4f4a60", [-0.6, 2.7, 0.6], [end, 2.7, 0.6], [end, 3, 0.6], [-0.6, 3, 0.6]);
  face(
    art.linear(
      [
        [0, "#b9a2ad"],
        [1, "#4f5a79"],
      ],
      { to: [1, 0.2] },
    ),
    [-0.6, 3, 0.6],
    [end, 3, 0.6],
    [end, 5.4, -4],
    [-0.6, 5.4, -4],
  );

  for (const u of [0, 3.2, 6.4, 9, 10.9])
    station(art, see(u, 0, 0.9), camera.scale(at(u, 0, -0.9)[2]));
  let seams = "";
  for (let u = 0.4; u < end; u += 0.9)
    seams += line([see(u, 3, 0.6), see(u, 5.4, -4)], { open: true, digits: 0 });
  art.trace(seams, "#e4d5d6", 1.5, { "stroke-opacity": 0.25 });
  const [x, y] = see(6.4, 0, 0.9);
  art.path(oval(x + 190, y + 34, 130, 11), shadow, { opacity: 0.4 });
  art.path(`M${Math.round(x) + 50} ${Math.round(y) - 88}l-74 88h50l24-72z`, "#fff3cf", {
    opacity: 0.4,
  });
  art.place(kneeler(art), x + 138, y + 30, { scale: 1.42 });
  row(art, grassStrip(art, { width: 400, height: 60, count: 40, fill: nearGrass }), {
    y: 804,
    width: 400,
  });
  plant(art, bluebonnets(art), [
    [60, 640, 0.6],
    [180, 690, 0.8],
    [80, 760, 1.1],
    [300, 780, 1.1],
    [960, 780, 1],
    [1110, 800, 1.2],
  ]);
  atmosphere(art);
  return art;
}

/** A bait station: a lid flush with the grass. */
function station(art, [x, y], scale) {
  const [rx, ry] = [0.2 * scale, 0.07 * scale];
  art.path(oval(x, y + ry * 0.5, rx * 1.25, ry * 1.3), "#14302a");
  art.path(
    oval(x, y, rx, ry),
    art.linear(
      [
        [0, "#6f9a72"],
        [1, "#24503f"],
      ],
      { to: [1, 0.4] },
    ),
  );
  art.path(oval(x, y, rx * 0.62, ry * 0.62), "#1b3f35");
  art.path(oval(x, y, rx * 0.3, ry * 0.3), "#ffd27f");
}

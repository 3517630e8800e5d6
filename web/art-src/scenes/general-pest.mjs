import { Camera } from "../kit/camera.mjs";
import { line, oval } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { ant, spider } from "../parts/creatures.mjs";
import { masonry } from "../parts/facade.mjs";
import { atmosphere } from "../parts/light.mjs";
import { glowingLine } from "../parts/perimeter.mjs";
import { lantern, potted } from "../parts/porch.mjs";

const door = { left: -0.2, right: 1.25, top: 2.25, z: 4.4 };

/** A kitchen door at dusk: warm inside, and the ants turn round at the line on the threshold. */
export function generalPest() {
  const art = new Picture(1200, 900, 61);
  const camera = new Camera({ center: 520, horizon: 335, focal: 1040, height: 1.55 });
  const { see } = camera;
  const wall = (x, y) => see([x, y, door.z]);
  const quad = (...points) => line(points.map(see));

  art.path(
    "M0 0H1200V760H0Z",
    art.linear(
      [
        [0, "#f3cf9f"],
        [0.45, "#b99a92"],
        [1, "#716a88"],
      ],
      { to: [1, 0.25] },
    ),
  );
  masonry(art, (x, y) => wall(x - 2.3, y), 5.4, 3, {
    dark: "#6b5a6a",
    light: "#ffe9c0",
    course: 0.2,
    long: [0.2, 0.5],
  });
  kitchen(art, camera, quad);
  frame(art, wall);
  boards(art, camera, quad);

  const [, sill] = wall(0, 0);
  glowingLine(
    art,
    `M-20 ${sill + 8}H${wall(door.left, 0)[0] - 26}Q${wall(door.left, 0)[0] - 6} ${sill + 8} ${wall(door.left, 0)[0] + 8} ${sill + 13}H${wall(door.right, 0)[0] - 8}Q${wall(door.right, 0)[0] + 6} ${sill + 8} ${wall(door.right, 0)[0] + 26} ${sill + 8}H1220`,
    4.5,
  );
  trail(art, sill);
  art.place(lantern(art), 300, 270, { scale: 1.1 });
  art.place(potted(art), 985, 780, { scale: 1.4 });
  art.place(spider(art), 905, 156, { scale: 0.8 });
  atmosphere(art, { warmth: 0.22, evening: 0.5, sun: [0, 300] });
  return art;
}

/** The room behind the open door. */
function kitchen(art, camera, quad) {
  const { left, right, top, z } = door;
  const back = 7.6;
  const opening = line(
    [
      [left, 0, z],
      [right, 0, z],
      [right, top, z],
      [left, top, z],
    ].map(camera.see),
  );
  art.group({ "clip-path": art.window(opening) }, () => {
    art.path(
      opening,
      art.linear([
        [0, "#ffe6b4"],
        [1, "#e9a35c"],
      ]),
    );
    art.path(
      quad([-3, 0, z], [4, 0, z], [4, 0, back], [-3, 0, back]),
      art.linear([
        [0, "#c98a52"],
        [1, "#8f5a3c"],
      ]),
    );
    const tone = art.linear([
      [0, "#3d6a5c"],
      [1, "#274b45"],
    ]);
    const cabinet = (x0, x1, y0, y1) =>
      art.path(quad([x0, y0, back], [x1, y0, back], [x1, y1, back], [x0, y1, back]), tone);
    cabinet(-1.2, 0.7, 0.1, 0.95);
    cabinet(1.25, 2.6, 0.1, 0.95);
    cabinet(-1.2, 0.35, 1.55, 2.3);
    art.path(
      quad([-1.3, 0.95, back], [2.7, 0.95, back], [2.7, 1.02, back], [-1.3, 1.02, back]),
      "#fff0cf",
    );
    art.path(
      quad([0.7, 0.1, back], [1.25, 0.1, back], [1.25, 0.95, back], [0.7, 0.95, back]),
      "#e9dcc6",
    );
    art.path(
      quad([0.78, 0.25, back], [1.17, 0.25, back], [1.17, 0.62, back], [0.78, 0.62, back]),
      "#4a3f4c",
    );
    art.path(
      quad([0.75, 1.3, back], [1.75, 1.3, back], [1.75, 2.1, back], [0.75, 2.1, back]),
      "#7d86b8",
    );
    art.path(
      quad([0.7, 1.25, back], [1.8, 1.25, back], [1.8, 1.3, back], [0.7, 1.3, back]),
      "#fff0cf",
    );
    const edges = [-0.75, -0.3, 0.2, 1.75].map((x) =>
      line([camera.see([x, 0.16, back]), camera.see([x, 0.88, back])], { open: true }),
    );
    const upper = [-0.45, 0.1].map((x) =>
      line([camera.see([x, 1.6, back]), camera.see([x, 2.25, back])], { open: true }),
    );
    art.trace([...edges, ...upper].join(""), "#1b3a36", 3, { opacity: 0.7 });
    const [x, y] = camera.see([0.55, 1.9, 6]);
    art.trace(`M${Math.round(x)} 0V${Math.round(y)}`, "#5b3f38", 2);
    art.path(`M${Math.round(x) - 40} ${Math.round(y) + 30}q6-34 40-36q34 2 40 36z`, "#b2481f");
    art.path(
      oval(x, y + 44, 210, 160),
      art.halo([
        [0, "#fff2c8", 0.75],
        [1, "#ffdf9a", 0],
      ]),
    );
  });
}

function frame(art, wall) {
  const { left, right, top } = door;
  const trim = (x0, x1, y0, y1, fill) =>
    art.path(line([wall(x0, y0), wall(x1, y0), wall(x1, y1), wall(x0, y1)]), fill);
  trim(left - 0.16, left, 0, top + 0.16, "#fff1d4");
  trim(right, right + 0.16, 0, top + 0.16, "#b7a3a6");
  trim(left - 0.16, right + 0.16, top, top + 0.16, "#e6d2bd");
  // The door leaf, swung inwards, seen nearly edge-on.
  const leaf = [
    wall(right, 0),
    wall(right, top),
    [wall(right - 0.34, 0)[0], wall(0, top - 0.14)[1]],
    [wall(right - 0.34, 0)[0], wall(0, 0.17)[1]],
  ];
  art.path(
    line(leaf),
    art.linear(
      [
        [0, "#5468c4"],
        [1, "#2b3d8d"],
      ],
      { to: [1, 0] },
    ),
  );
}

/** The porch floor, running away to the wall. */
function boards(art, camera, quad) {
  const [, top] = camera.see([0, 0, door.z]);
  art.path(
    `M0 ${Math.round(top)}H1200V900H0Z`,
    art.linear([
      [0, "#b58a6c"],
      [0.4, "#7d6260"],
      [1, "#4a4054"],
    ]),
  );
  art.path(
    quad(
      [door.left, 0, door.z],
      [door.right, 0, door.z],
      [door.right + 1.1, 0, 2.4],
      [door.left + 0.3, 0, 2.4],
    ),
    art.linear([
      [0, "#ffd68a", 0.75],
      [1, "#ffd68a", 0],
    ]),
  );
  let seams = "";
  for (let x = -4; x <= 6; x += 0.24)
    seams += line([camera.see([x, 0, door.z]), camera.see([x, 0, 2])], { open: true, digits: 0 });
  art.trace(seams, "#2d2638", 2, { opacity: 0.45 });
  art.path(
    quad(
      [door.left - 0.1, 0.05, door.z - 0.02],
      [door.right + 0.1, 0.05, door.z - 0.02],
      [door.right + 0.14, 0, door.z - 0.2],
      [door.left - 0.14, 0, door.z - 0.2],
    ),
    "#e8cda4",
  );
}

/** Ants in file, turning away where they meet the line. */
function trail(art, sill) {
  const one = ant(art);
  const { random } = art;
  const path = (t) => [30 + 500 * t, 880 - 96 * t - 30 * Math.sin(t * 3.1)];
  for (let i = 0; i < 13; i++) {
    const t = i / 12;
    const [x, y] = path(t);
    const [nx, ny] = path(t + 0.02);
    const scale = 1.25 - t * 0.5;
    art.place(one, x, y + random.around(5), {
      scale,
      turn: (Math.atan2(ny - y, nx - x) * 180) / Math.PI + random.around(12),
    });
  }
  for (const [x, y, turn] of [
    [596, 52, -40],
    [640, 74, 30],
    [586, 96, 150],
    [700, 56, 10],
    [660, 112, 100],
    [540, 60, -60],
  ]) {
    art.place(one, x, sill + y, { scale: 0.72, turn });
  }
}

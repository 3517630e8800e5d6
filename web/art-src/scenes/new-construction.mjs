import { Camera, frame } from "../kit/camera.mjs";
import { gold, nearGrass } from "../kit/palette.mjs";
import { line, soft } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { bluebonnets, plant } from "../parts/flowers.mjs";
import { grassStrip, land, lightBands, row } from "../parts/land.mjs";
import { atmosphere } from "../parts/light.mjs";
import { oak } from "../parts/oak.mjs";
import { spray, sprayer } from "../parts/people.mjs";
import { perimeter } from "../parts/perimeter.mjs";
import { sky } from "../parts/sky.mjs";

const [length, depth, wall, ridge, slab] = [13, 8, 2.9, 5.4, 0.3];

/** A house in frame on its slab, treated while the soil can still be reached. */
export function newConstruction() {
  const art = new Picture(1200, 900, 23);
  const horizon = 490;
  const camera = new Camera({ center: 600, horizon, focal: 1560, height: 2.9 });
  sky(art, gold, { horizon });
  land(art, gold, { horizon });
  lightBands(art, gold, { top: horizon + 12, bottom: 860 });
  const tree = oak(art);
  art.place(tree, 90, 530, { scale: 0.5 });
  art.place(tree, 1110, 524, { scale: 0.8 });

  const at = frame({ x: -5, z: 21, turn: 24 });
  const see = (u, y, v) => camera.see(at(u, y, v));
  const face = (fill, points, paint) => art.path(line(points.map((p) => see(...p))), fill, paint);

  art.path(
    soft(
      [
        [-3.4, 12],
        [-4, -4],
        [2, -6.5],
        [10, -6],
        [19, -4.5],
        [19, 10],
        [8, 13],
      ].map(([u, v]) => see(u, 0, v)),
    ),
    "#6d4a3c",
    { opacity: 0.85 },
  );
  perimeter(
    art,
    camera,
    at,
    { u0: -1.4, u1: length + 1.4, v0: -1.6, v1: depth + 1.4, round: 1 },
    3.6,
  );
  face("#e9cfae", [
    [0, slab, 0],
    [0, slab, depth],
    [0, 0, depth],
    [0, 0, 0],
  ]);
  face("#8d7f8d", [
    [0, slab, 0],
    [length, slab, 0],
    [length, 0, 0],
    [0, 0, 0],
  ]);
  face("#c8ad9a", [
    [0, slab, 0],
    [length, slab, 0],
    [length, slab, depth],
    [0, slab, depth],
  ]);

  const beam = (list) =>
    list.map(([a, b]) => line([see(...a), see(...b)], { open: true })).join("");
  const wood = (data, body, lit, width) => {
    art.trace(data, body, width);
    art.trace(data, lit, width * 0.4, { transform: `translate(${-width * 0.28} 0)` });
  };
  const upright = (u, v, top = wall) => [
    [u, slab, v],
    [u, top, v],
  ];
  const steps = (from, to, by) =>
    Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, i) => from + i * by);

  const back = steps(0.1, length, 1.05).map((u) => upright(u, depth));
  wood(
    beam([
      ...back,
      [
        [0, wall, depth],
        [length, wall, depth],
      ],
    ]),
    "#7c5548",
    "#a9764f",
    3.5,
  );
  wood(
    beam([
      ...steps(1, depth - 1, 1).map((v) => upright(length, v)),
      [
        [length, wall, 0],
        [length, wall, depth],
      ],
    ]),
    "#7c5548",
    "#a9764f",
    3.5,
  );
  for (const u of steps(0, length, 1.3).reverse()) {
    const truss = [
      [
        [u, wall, 0],
        [u, ridge, depth / 2],
      ],
      [
        [u, ridge, depth / 2],
        [u, wall, depth],
      ],
      [
        [u, wall, 0],
        [u, wall, depth],
      ],
      [
        [u, wall, depth / 2],
        [u, ridge, depth / 2],
      ],
      [
        [u, wall + 1.25, depth / 4],
        [u, wall, depth / 2],
      ],
      [
        [u, wall + 1.25, (depth * 3) / 4],
        [u, wall, depth / 2],
      ],
    ];
    if (u > 0) wood(beam(truss.slice(0, 3)), "#9a6a4c", "#d8a066", 5);
    else wood(beam(truss), "#c98f5c", "#ffd998", 7);
  }
  wood(
    beam([
      [
        [0, ridge, depth / 2],
        [length, ridge, depth / 2],
      ],
    ]),
    "#9a6a4c",
    "#e2ab70",
    4,
  );

  const front = steps(0.1, length, 0.8).filter(
    (u) => !(u > 2 && u < 3.8) && !(u > 6 && u < 7.2) && !(u > 9.6 && u < 11.2),
  );
  const openings = [
    [
      [1.7, 2.2, 0],
      [4.1, 2.2, 0],
    ],
    [
      [1.7, 1.2, 0],
      [4.1, 1.2, 0],
    ],
    [
      [5.7, 2.3, 0],
      [7.3, 2.3, 0],
    ],
    [
      [9.7, 2.2, 0],
      [11.3, 2.2, 0],
    ],
    [
      [9.7, 1.2, 0],
      [11.3, 1.2, 0],
    ],
  ];
  const plates = [slab + 0.08, wall - 0.12, wall].map((y) => [
    [0, y, 0],
    [length, y, 0],
  ]);
  wood(beam([...front.map((u) => upright(u, 0)), ...openings, ...plates]), "#a8734f", "#f0b878", 7);
  sheathing(art, (u, y) => see(u, y, -0.05), [
    [7.6, 9.6, wall],
    [11.3, length, wall],
  ]);
  const flank = steps(0.1, depth, 0.8).map((v) => upright(0, v));
  const flankPlates = [slab + 0.08, wall].map((y) => [
    [0, y, 0],
    [0, y, depth],
  ]);
  wood(beam([...flank, ...flankPlates]), "#d89a62", "#ffe0a6", 6);

  spray(art, camera, sprayer(art), at(4.4, 0, -1.6));

  const blades = grassStrip(art, { width: 400, height: 80, count: 36, fill: nearGrass });
  row(art, blades, { y: 905, width: 400 });
  plant(art, bluebonnets(art), [
    [70, 800, 0.7],
    [170, 850, 1],
    [60, 890, 1.3],
    [1010, 860, 0.9],
    [1130, 895, 1.3],
  ]);
  atmosphere(art);
  return art;
}

/** Boards already nailed to the frame. */
function sheathing(art, see, panels) {
  const fill = art.linear(
    [
      [0, "#d3a06b"],
      [1, "#8f6656"],
    ],
    { to: [1, 0.6] },
  );
  for (const [from, to, top] of panels) {
    art.path(line([see(from, slab), see(to, slab), see(to, top), see(from, top)]), fill);
    art.trace(line([see(from, 1.5), see(to, 1.5)], { open: true }), "#6b4a40", 1.5, {
      opacity: 0.6,
    });
  }
}

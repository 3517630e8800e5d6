import { dusk } from "../kit/palette.mjs";
import { box, oval } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { swarmer } from "../parts/creatures.mjs";
import { land } from "../parts/land.mjs";
import { atmosphere } from "../parts/light.mjs";
import { oak } from "../parts/oak.mjs";
import { glowingLine } from "../parts/perimeter.mjs";
import { sky } from "../parts/sky.mjs";

/** The first warm evening of the year: winged termites at a lit window, shed wings on the sill. */
export function articleTermites() {
  const art = new Picture(1200, 600, 149);
  sky(art, dusk, { horizon: 400, moon: 0.16, banks: 3 });
  land(art, dusk, { horizon: 400, rise: 80, woods: 24, woodsEnd: 520 });
  art.place(oak(art), 190, 430, { scale: 0.82 });

  art.path(
    box(500, 0, 700, 546),
    art.linear(
      [
        [0, "#c89f90"],
        [0.3, "#8d7688"],
        [1, "#4a4768"],
      ],
      { to: [1, 0.2] },
    ),
  );
  let laps = "";
  for (let y = 34; y < 540; y += 46) laps += `M500 ${y}H1200`;
  art.trace(laps, "#33304c", 3, { opacity: 0.5 });
  art.trace(laps, "#ffdcb8", 2, { opacity: 0.28, transform: "translate(0 3)" });
  art.path(box(488, 0, 26, 548), "#f0d6b4");
  art.path(box(506, 546, 694, 22), "#5d5768");
  art.path(box(500, 566, 700, 34), "#1c3a36");
  glowingLine(art, "M488 552Q488 578 516 578H1220", 4);
  window(art);

  const one = swarmer(art);
  const swarm = [
    [556, 120, 0.5, 20],
    [640, 210, 0.62, -14],
    [590, 330, 0.44, 34],
    [760, 150, 0.8, -30],
    [860, 300, 0.92, 14],
    [960, 120, 0.6, 40],
    [1010, 270, 0.7, -8],
    [700, 350, 0.72, 24],
    [420, 190, 0.34, 10],
    [350, 110, 0.26, -20],
    [450, 300, 0.3, 30],
    [1130, 190, 0.5, 26],
    [900, 210, 0.42, -40],
  ];
  for (const [x, y, scale, turn] of swarm) art.place(one, x, y, { scale, turn: turn + 24 });
  atmosphere(art, { warmth: 0.2, evening: 0.4 });
  return art;
}

function window(art) {
  const [x, y, w, h] = [640, 60, 420, 380];
  art.path(
    oval(x + w / 2, y + h / 2, 430, 380),
    art.halo([
      [0.3, "#ffcf7d", 0.5],
      [1, "#ffcf7d", 0],
    ]),
  );
  art.path(box(x - 26, y - 26, w + 52, h + 40), "#efdcc0");
  art.path(
    box(x, y, w, h),
    art.linear([
      [0, "#fff0bd"],
      [0.6, "#ffc76e"],
      [1, "#ea9440"],
    ]),
  );
  art.path(
    `M${x} ${y}H${x + 90}C${x + 70} ${y + 150} ${x + 40} ${y + 250} ${x} ${y + 300}ZM${x + w} ${y}H${x + w - 90}C${x + w - 70} ${y + 150} ${x + w - 40} ${y + 250} ${x + w} ${y + 300}Z`,
    "#fff6dd",
    { opacity: 0.6 },
  );
  art.path(box(x + w / 2 - 8, y, 16, h) + box(x, y + h / 2 - 8, w, 16), "#efdcc0");
  art.path(
    "M560 454H1140L1164 496H536Z",
    art.linear([
      [0, "#fff3d8"],
      [1, "#cdb59f"],
    ]),
  );
  art.path("M536 496H1164V522H536Z", "#8d7a84");
  // Wings lie where they fell.
  let wings = "";
  const { random } = art;
  for (let i = 0; i < 16; i++) {
    const [wx, wy] = [Math.round(random.between(600, 1100)), Math.round(random.between(462, 490))];
    const [dx, dy] = [Math.round(random.between(16, 30)), Math.round(random.around(7))];
    wings += `M${wx} ${wy}q${Math.round(dx / 2)}-9 ${dx} ${dy}q-${Math.round(dx / 2)} 7-${dx} ${-dy}z`;
  }
  art.path(wings, "#a9835f", { opacity: 0.75 });
}

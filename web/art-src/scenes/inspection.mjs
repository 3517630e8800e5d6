import { gold, nearGrass, shadow } from "../kit/palette.mjs";
import { box, line, oval } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { bluebonnets, plant } from "../parts/flowers.mjs";
import { grassStrip, land, row } from "../parts/land.mjs";
import { atmosphere } from "../parts/light.mjs";
import { oak } from "../parts/oak.mjs";
import { kneeler } from "../parts/people.mjs";
import { glowingLine } from "../parts/perimeter.mjs";
import { sky } from "../parts/sky.mjs";

/** A technician at the hatch of a pier-and-beam house, light in hand. */
export function inspection() {
  const art = new Picture(1200, 900, 71);
  sky(art, gold, { horizon: 560, banks: 2 });
  land(art, gold, { horizon: 560, rise: 100, woods: 30, woodsEnd: 400 });
  art.place(oak(art), 96, 590, { scale: 0.62 });

  cottage(art);
  crawlSpace(art);
  art.path(
    "M620 556L296 552V720L620 592Z",
    art.linear(
      [
        [0, "#fff0c0", 0.34],
        [1, "#fff3cf", 0.8],
      ],
      { to: [1, 0] },
    ),
  );
  art.path(
    oval(360, 640, 90, 76),
    art.halo([
      [0, "#fff3cf", 0.6],
      [1, "#fff3cf", 0],
    ]),
  );
  art.path(
    "M196 762L1210 800V900H0V752Z",
    art.linear([
      [0, "#5d6f3f"],
      [1, "#1f4236"],
    ]),
  );
  glowingLine(art, "M184 738Q184 760 210 765L1220 804", 4.5);
  art.path(oval(960, 842, 240, 20), shadow, { opacity: 0.45 });
  art.place(kneeler(art), 830, 838, { scale: 3.4 });
  const blades = grassStrip(art, { width: 400, height: 60, count: 40, fill: nearGrass });
  row(art, blades, { y: 905, width: 400 });
  plant(art, bluebonnets(art), [
    [80, 862, 1],
    [250, 896, 1.3],
    [470, 905, 1.1],
    [1120, 905, 1.2],
  ]);
  atmosphere(art);
  return art;
}

/** The wall of the cottage: lapped boards above, a skirting of boards below. */
function cottage(art) {
  const lean = (y) => 300 + (y - 450) * 0.004;
  art.path(
    "M200 0V748L206 764 1200 800V0Z",
    art.linear(
      [
        [0, "#f6d9ac"],
        [0.3, "#c8a898"],
        [1, "#77708e"],
      ],
      { to: [1, 0.2] },
    ),
  );
  let laps = "";
  for (let i = 0; i < 9; i++)
    laps += line(
      [
        [200, 30 + i * 54],
        [1200, 4 + i * 57],
      ],
      { open: true, digits: 0 },
    );
  art.trace(laps, "#6d5f70", 4, { opacity: 0.45 });
  art.trace(laps, "#ffeccb", 2, { opacity: 0.5, transform: "translate(0 4)" });
  art.path("M200 500L1200 510V540L200 526Z", "#fdebcb");
  art.path(
    `M200 526L1200 540V800L206 764 200 748Z`,
    art.linear(
      [
        [0, "#a98a80"],
        [1, "#544e6a"],
      ],
      { to: [1, 0.2] },
    ),
  );
  let boards = "";
  for (let x = 236; x < 1200; x += 46) boards += `M${x} 528V${Math.round(lean(x) + 470)}`;
  art.trace(boards, "#4a4258", 3, { opacity: 0.5 });
  art.path("M188 0H216V766L200 752Z", "#fff1d4");
  window(art);
}

function window(art) {
  art.path(box(690, 96, 300, 270), "#f3e2c6");
  art.path(
    box(710, 116, 260, 230),
    art.linear([
      [0, "#ffe09a"],
      [1, "#f09c45"],
    ]),
  );
  art.path(box(834, 116, 12, 230) + box(710, 224, 260, 12), "#f3e2c6");
  art.path(box(676, 366, 328, 20), "#fff1d4");
}

/** Dark behind the hatch: piers and joists where the light falls. */
function crawlSpace(art) {
  const hatch = box(296, 550, 230, 172);
  art.path(box(280, 536, 262, 200), "#e8cba4");
  art.path(hatch, "#1b1722");
  art.group({ "clip-path": art.window(hatch) }, () => {
    art.path(box(296, 550, 230, 24), "#5b4038");
    art.path("M296 574L526 574 480 596 340 596Z", "#3d2c2e");
    art.path(box(350, 596, 34, 108), "#8d7a72");
    art.path(box(350, 596, 10, 108), "#c9ad90");
    art.path(box(450, 596, 22, 92), "#5d525c");
    art.path("M296 700Q410 680 526 702V722H296Z", "#5a4238");
  });
}

import { gold } from "../kit/palette.mjs";
import { box, oval, soft, stroke } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { termite } from "../parts/creatures.mjs";
import { grassStrip, land } from "../parts/land.mjs";
import { atmosphere } from "../parts/light.mjs";
import { oak } from "../parts/oak.mjs";
import { glowingLine } from "../parts/perimeter.mjs";
import { sky } from "../parts/sky.mjs";

/** A wall cut open at the sill: tunnels in the clay, mud tubes on the stone, one worker under the glass. */
export function termites() {
  const art = new Picture(1200, 900, 31);
  const grade = 560;
  sky(art, gold, { horizon: 520, banks: 2 });
  land(art, gold, { horizon: 520, rise: 80, woodsEnd: 500 });
  art.place(oak(art), 150, 548, { scale: 0.62 });

  soil(art, grade);
  crawlSpace(art, grade);
  foundation(art);
  framing(art);
  const lawn = grassStrip(art, { width: 230, height: 30, count: 40, fill: "#2f5a3c" });
  art.place(lawn, -6, grade);
  art.place(lawn, 446, grade, { scale: -1, stretch: 1 });
  glowingLine(
    art,
    "M0 556H386Q420 556 420 596V800Q420 846 470 846H640Q690 846 690 800V656Q690 618 730 617Q960 610 1210 622",
    4.5,
  );
  lens(art);
  atmosphere(art, { warmth: 0.25, evening: 0.35 });
  return art;
}

function soil(art, grade) {
  art.path(
    `M0 ${grade}H1200V900H0z`,
    art.linear([
      [0, "#4d3b39"],
      [0.25, "#3a2e33"],
      [1, "#221f2b"],
    ]),
  );
  art.path(
    `M0 ${grade}H1200V${grade + 22}Q900 ${grade + 34} 600 ${grade + 20}T0 ${grade + 26}z`,
    "#5e4a38",
  );
  const { random } = art;
  let pebbles = "";
  for (let i = 0; i < 26; i++) {
    const [x, y, r] = [
      random.between(0, 1200),
      random.between(grade + 60, 890),
      random.between(4, 15),
    ];
    const points = [0, 1, 2, 3, 4].map((k) => [
      x + Math.cos(k * 1.26) * r * random.between(0.8, 1.3),
      y + Math.sin(k * 1.26) * r * 0.7,
    ]);
    pebbles += soft(points);
  }
  art.path(pebbles, "#a58f83", { opacity: 0.35 });
  const tunnels = [
    [
      [20, 760],
      [90, 730],
      [150, 770],
      [240, 720],
      [310, 740],
      [372, 690],
      [396, 700],
    ],
    [
      [150, 770],
      [200, 830],
      [290, 840],
      [360, 800],
      [394, 812],
    ],
    [
      [240, 720],
      [270, 650],
      [330, 640],
      [392, 620],
    ],
    [
      [60, 880],
      [130, 850],
      [200, 830],
    ],
  ];
  const data = tunnels.map((points) => stroke(points, { digits: 0 })).join("");
  art.trace(data, "#1a151d", 13, { "stroke-linecap": "round" });
  art.trace(data, "#8a6448", 3, {
    "stroke-linecap": "round",
    "stroke-dasharray": "0 17 0 29",
    opacity: 0.9,
  });
}

/** What lies to the right, under the floor. */
function crawlSpace(art, grade) {
  art.path(
    `M600 300H1200V${grade + 60}H600z`,
    art.linear([
      [0, "#3f3440"],
      [1, "#241f2c"],
    ]),
  );
  art.path(
    `M600 ${grade + 60}Q900 ${grade + 44} 1200 ${grade + 66}V900H600z`,
    art.linear([
      [0, "#4a3a39"],
      [1, "#221f2b"],
    ]),
  );
  art.path(box(1010, 470, 80, 160), "#77697a");
  art.path(box(990, 620, 120, 30), "#5f5468");
  art.path(box(1010, 470, 22, 160), "#a58f8c", { opacity: 0.6 });
}

function foundation(art) {
  const stone = art.linear(
    [
      [0, "#e5c9a0"],
      [0.5, "#b59c8d"],
      [1, "#81748a"],
    ],
    { to: [1, 0.2] },
  );
  art.path(box(470, 452, 140, 330), stone);
  art.path("M446 776H634Q642 776 642 784V822H438V784Q438 776 446 776Z", stone);
  art.trace(
    "M470 530H560V452M470 610H520V530M560 530V610H610M520 610H580V690H610M470 690H580M536 690V776",
    "#6d6170",
    3,
    { opacity: 0.5 },
  );
  const tubes =
    "M470 770C462 720 476 690 466 640C460 600 474 580 466 540C460 500 470 470 472 440M466 640C452 620 458 600 462 586";
  art.trace(tubes, "#5a3a2b", 13, { "stroke-linecap": "round" });
  art.trace(tubes, "#9a6a48", 5, { "stroke-linecap": "round", transform: "translate(-2 0)" });
}

/** Sill, joists, floor, stud and both skins of the wall. */
function framing(art) {
  const timber = art.linear([
    [0, "#e2aa6d"],
    [1, "#a36e4a"],
  ]);
  art.path(
    box(440, 0, 26, 452),
    art.linear(
      [
        [0, "#fff0d0"],
        [1, "#c8ab98"],
      ],
      { to: [1, 0] },
    ),
  );
  let laps = "";
  for (let y = 40; y < 452; y += 52) laps += `M440 ${y}h26`;
  art.trace(laps, "#8b7a7a", 3, { opacity: 0.6 });
  art.path(box(466, 0, 124, 370), "#3a3240");
  art.path(
    box(476, 0, 74, 352),
    art.linear(
      [
        [0, "#d79d64"],
        [1, "#9a6748"],
      ],
      { to: [1, 0] },
    ),
  );
  art.trace("M492 0V352M508 0Q504 180 510 352M528 0Q534 160 526 352", "#8a5a3c", 2, {
    opacity: 0.5,
  });
  art.path(box(590, 0, 20, 352), "#e8dccb");
  art.path(
    box(610, 0, 590, 300),
    art.linear(
      [
        [0, "#c9b8bd"],
        [1, "#8f87a3"],
      ],
      { to: [1, 0.4] },
    ),
  );
  art.path(box(610, 286, 590, 16), "#f3e4cc");
  art.path(box(466, 352, 734, 18), "#c98f5c");
  art.path(box(610, 302, 590, 50), "#b98660");
  art.trace("M700 302V352M850 302V352M1000 302V352M1150 302V352M610 327H1200", "#8a5a42", 2, {
    opacity: 0.7,
  });
  art.path(
    box(466, 370, 734, 52),
    art.linear([
      [0, "#a9744c"],
      [1, "#6b463a"],
    ]),
  );
  art.trace("M480 384Q800 376 1200 386M480 402Q820 410 1200 400", "#5c3c32", 2, { opacity: 0.6 });
  art.path(box(466, 422, 148, 32), timber);
  const galleries =
    "M472 446C490 440 500 432 520 436C548 442 566 430 590 438M476 430C496 424 514 428 530 424M470 410C500 402 530 414 570 404C600 398 640 408 680 400";
  art.trace(galleries, "#3a231f", 7, { "stroke-linecap": "round" });
}

/** The magnifying glass with a worker in it. */
function lens(art) {
  const [x, y, r] = [880, 250, 186];
  art.path(oval(x + 14, y + 22, r + 20), "#151a33", { opacity: 0.35 });
  art.trace("M1018 388L1140 520", "#6b4336", 44, { "stroke-linecap": "round" });
  art.trace("M1016 382L1136 512", "#c48a5a", 14, { "stroke-linecap": "round" });
  art.path(
    oval(x, y, r + 18),
    art.linear(
      [
        [0, "#ffe3ad"],
        [0.5, "#b98a52"],
        [1, "#5b4250"],
      ],
      { to: [1, 1] },
    ),
  );
  art.path(
    oval(x, y, r),
    art.linear(
      [
        [0, "#e8b478"],
        [1, "#8a573c"],
      ],
      { to: [1, 1] },
    ),
  );
  art.group({ "clip-path": art.window(oval(x, y, r)) }, () => {
    art.trace(
      "M680 130Q880 110 1080 150M680 190Q860 210 1080 180M680 330Q900 300 1080 340M680 390Q860 410 1080 370",
      "#7a4a34",
      5,
      { opacity: 0.4 },
    );
    art.path(
      soft([
        [680, 200],
        [760, 176],
        [880, 160],
        [1000, 176],
        [1090, 190],
        [1090, 330],
        [980, 344],
        [860, 330],
        [760, 346],
        [680, 320],
      ]),
      "#4d2e26",
      { opacity: 0.75 },
    );
    art.place(termite(art), x + 6, y + 6, { scale: 1.02, turn: 10 });
    art.path("M712 236A170 170 0 0 1 862 81A250 250 0 0 0 712 236Z", "#fff", { opacity: 0.3 });
  });
}

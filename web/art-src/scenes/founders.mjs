import { Camera } from "../kit/camera.mjs";
import { gold } from "../kit/palette.mjs";
import { box, line, oval } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { bluebonnets, plant } from "../parts/flowers.mjs";
import { land, lightBands } from "../parts/land.mjs";
import { atmosphere } from "../parts/light.mjs";
import { oak } from "../parts/oak.mjs";
import { glowingLine } from "../parts/perimeter.mjs";
import { sky } from "../parts/sky.mjs";
import { stoneWall } from "../parts/wall.mjs";

/** The two partners on the porch at the end of a day, seen from behind, looking over the land. */
export function founders() {
  const art = new Picture(1200, 900, 127);
  const horizon = 480;
  sky(art, gold, { horizon, sun: [250, horizon - 26], moon: 0, banks: 5 });
  art.path(oval(250, horizon - 34, 46), "#fff6da", { opacity: 0.9 });
  land(art, gold, { horizon });
  lightBands(art, gold, { top: horizon + 12, bottom: 700, count: 8 });
  const tree = oak(art);
  art.place(tree, 985, 540, { scale: 1.05 });
  art.place(tree, 420, 504, { scale: 0.3 });
  const camera = new Camera({ center: 600, horizon, focal: 1000, height: 2.4 });
  stoneWall(art, camera, { from: [-9, 15], to: [7.5, 17], height: 0.8 });
  plant(art, bluebonnets(art), [
    [120, 650, 0.6],
    [250, 676, 0.7],
    [690, 668, 0.6],
    [900, 690, 0.7],
    [1060, 660, 0.6],
    [400, 660, 0.5],
  ]);
  glowingLine(art, "M-20 716Q600 690 1220 716", 4);

  porch(art);
  art.place(hatted(art), 520, 850, { scale: 2.86 });
  art.place(braided(art), 740, 850, { scale: 2.66 });
  atmosphere(art, { warmth: 0.3, evening: 0.4 });
  return art;
}

/** Posts, beam, ceiling and floor, all between us and the light. */
function porch(art) {
  art.path(
    "M0 0H1200V92L0 104Z",
    art.linear([
      [0, "#2c2733"],
      [1, "#5a4344"],
    ]),
  );
  let boards = "";
  for (let x = -500; x <= 1700; x += 110)
    boards += line(
      [
        [600 + (x - 600) * 1.6, 0],
        [x, 96],
      ],
      { open: true, digits: 0 },
    );
  art.trace(boards, "#1f1b28", 3, { opacity: 0.5 });
  art.path(
    "M0 92L1200 82V122L0 138Z",
    art.linear(
      [
        [0, "#c08a60"],
        [1, "#4a3c4a"],
      ],
      { to: [1, 0.1] },
    ),
  );
  art.path(
    "M0 804H1200V900H0Z",
    art.linear([
      [0, "#a87c62"],
      [1, "#4a3d4c"],
    ]),
  );
  let planks = "";
  for (let x = -200; x <= 1400; x += 80)
    planks += line(
      [
        [x, 804],
        [600 + (x - 600) * 1.5, 900],
      ],
      { open: true, digits: 0 },
    );
  art.trace(planks, "#2c2634", 3, { opacity: 0.45 });
  const post = art.linear(
    [
      [0, "#ffd9a0"],
      [0.2, "#a8785c"],
      [1, "#3d3342"],
    ],
    { to: [1, 0] },
  );
  for (const x of [64, 1086]) {
    art.path(box(x, 110, 50, 704), post);
    art.path(box(x - 10, 128, 70, 22) + box(x - 10, 792, 70, 24), post);
  }
}

/** Cloth seen against the light: dark, with the sun on its left edge. */
function cloth(art, rim, body, deep) {
  return art.linear(
    [
      [0, rim],
      [0.16, body],
      [1, deep],
    ],
    { to: [1, 0.1] },
  );
}

/** A man in a broad-brimmed hat, one hand in his pocket; 190 high with his feet on 0. */
function hatted(art) {
  const shirt = cloth(art, "#c8c6ee", "#3f53a6", "#202c62");
  const jeans = cloth(art, "#8f8f9c", "#39445f", "#1b2336");
  const straw = cloth(art, "#fff0cc", "#c9a578", "#6d5a5c");
  const skin = cloth(art, "#f6c79c", "#a8714f", "#6b4236");
  return art.thing(() => {
    art.path(oval(34, 2, 66, 6), "#17131f", { opacity: 0.5 });
    art.path(
      "M-20-92C-22-60-21-30-20-4H-4C-2-32 0-56 1-76C3-56 6-30 8-4H23C25-34 25-64 22-92Z",
      jeans,
    );
    art.path("M-22-6H-3V0H-28C-28-4-24-4-22-6ZM7-6H25C27-4 31-4 31 0H6Z", "#2c2429");
    art.path("M-28-136C-36-120-39-100-38-78L-29-77C-27-92-24-108-21-120Z", shirt);
    art.path("M-38-80L-28-79C-26-70-27-62-31-60C-37-61-40-70-38-80Z", skin);
    art.path(
      "M29-136C38-124 44-108 42-96C40-90 30-84 23-82L20-91C25-94 30-98 31-102C30-110 26-118 21-122Z",
      shirt,
    );
    art.path("M-9-166V-146C-6-141 8-141 11-146V-166Z", skin);
    art.path(
      "M-11-149C-6-144 8-144 13-149C18-145 26-143 30-137C30-120 26-104 24-86H-22C-24-104-28-120-29-137C-25-143-16-145-11-149Z",
      shirt,
    );
    art.path("M-11-149C-6-144 8-144 13-149L14-144C7-139-5-139-12-144Z", "#26347a");
    art.path("M-22-92H24V-85H-22Z", "#3a2a26");
    art.trace("M-24-134C-12-127 14-127 26-134", "#1c2756", 1.4, { opacity: 0.6 });
    art.path("M-13-170C-13-160-11-155-8-152H10C13-155 15-160 15-170Z", "#5a3d32");
    art.path("M-34-168C-26-176 27-176 36-168C26-162-24-162-34-168Z", straw);
    art.path(
      "M-15-169C-15-184-10-191-3-190C0-188 2-188 5-190C12-191 17-184 17-169C8-172-6-172-15-169Z",
      straw,
    );
    art.path("M-15-174C-6-177 8-177 17-174V-169C8-172-6-172-15-169Z", "#5d3a2c");
  });
}

/** A woman with a long braid, arms folded before her; 176 high with her feet on 0. */
function braided(art) {
  const shirt = cloth(art, "#ffe6c4", "#c06a42", "#6d3430");
  const jeans = cloth(art, "#8f98a0", "#2f4a4a", "#16292e");
  const hair = cloth(art, "#d99a5c", "#5d3a2c", "#2c1f24");
  const skin = cloth(art, "#f6c79c", "#a8714f", "#6b4236");
  return art.thing(() => {
    art.path(oval(34, 2, 60, 6), "#17131f", { opacity: 0.5 });
    art.path(
      "M-18-92C-23-68-18-34-16-4H-3C-2-30-1-54 0-72C2-54 5-30 6-4H19C22-34 25-68 19-92Z",
      jeans,
    );
    art.path("M-18-6H-2V0H-23C-23-4-19-4-18-6ZM5-6H20C22-4 26-4 26 0H4Z", "#2c2429");
    art.path("M-22-134C-29-126-33-112-33-104C-33-98-27-95-20-97L-17-116Z", shirt);
    art.path("M23-134C30-126 34-112 34-104C34-98 28-95 21-97L18-116Z", shirt);
    art.path("M-8-156V-141C-5-137 6-137 9-141V-156Z", skin);
    art.path(
      "M-9-144C-5-140 6-140 10-144C14-140 20-139 24-134C22-118 17-106 19-86H-18C-16-106-21-118-23-134C-19-139-13-140-9-144Z",
      shirt,
    );
    art.path("M-18-92H19V-86H-18Z", "#2c2429");
    art.path(
      "M-14-160C-15-174-6-180 1-180C9-180 17-173 15-160C14-150 8-146 0-146C-8-146-13-150-14-160Z",
      hair,
    );
    art.path("M-5-150C-7-136-6-124-3-112C-2-106 3-106 4-112C7-124 8-138 6-150Z", hair);
    art.trace("M-5-142L5-138M5-132L-5-128M-4-122L4-118", "#2c1f24", 1.4, { opacity: 0.7 });
    // Not one of the colors that shine at night.
    art.path("M-4-113H4V-109H-4Z", "#f6ad44");
  });
}

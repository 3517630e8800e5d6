import { oval } from "../kit/path.mjs";

/** The creatures of the pictures, drawn as a naturalist would: exact, calm, lit from the left. */

const joints = { "stroke-linecap": "round", "stroke-linejoin": "round" };

/** A termite worker from above, 300 long, head to the left. */
export function termite(art) {
  const body = art.linear(
    [
      [0, "#fff6df"],
      [0.5, "#eed3a6"],
      [1, "#b98a63"],
    ],
    { to: [0.4, 1] },
  );
  const head = art.linear(
    [
      [0, "#f6c27c"],
      [0.6, "#c97d3c"],
      [1, "#8a4c26"],
    ],
    { to: [0.4, 1] },
  );
  return art.thing(() => {
    art.trace(
      "M-58-22L-78-62-104-82M-40-24L-36-66-46-96M-22-22L10-58 14-88M-58 22L-78 62-104 82M-40 24L-36 66-46 96M-22 22L10 58 14 88",
      "#a9713f",
      6,
      joints,
    );
    art.trace("M-128-16C-150-30-168-34-190-52M-128 16C-150 30-168 34-190 52", "#a9713f", 5, {
      ...joints,
      "stroke-dasharray": "1 7",
    });
    art.path(
      "M-20-30C10-52 80-54 118-36C144-24 150-8 150 0S144 24 118 36C80 54 10 52-20 30Z",
      body,
    );
    art.trace(
      "M6-42Q0 0 6 42M32-47Q26 0 32 47M58-48Q53 0 58 48M84-45Q80 0 84 45M108-39Q106 0 108 39M128-28Q127 0 128 28",
      "#b68a5c",
      2.4,
      { opacity: 0.7 },
    );
    art.path("M-66-20C-50-30-20-34-8-28V28C-20 34-50 30-66 20Z", body);
    art.trace("M-48-26Q-54 0-48 26M-28-30Q-32 0-28 30", "#b68a5c", 2.4, { opacity: 0.7 });
    art.path("M-82-16C-70-24-60-20-58-12V12C-60 20-70 24-82 16Z", head);
    art.path(oval(-108, 0, 34, 30), head);
    art.path(
      "M-136-14C-150-14-158-6-160-1C-152-4-144-4-138-3ZM-136 14C-150 14-158 6-160 1C-152 4-144 4-138 3Z",
      "#6d3a1e",
    );
    art.path(oval(-114, -12, 14, 8), "#ffe3b0", { opacity: 0.5 });
  });
}

/** A winged termite from above, 150 long, flying up and to the left. */
export function swarmer(art) {
  return art.thing(() => {
    art.path(
      "M-4-2C14-34 64-58 104-52C112-36 60-6 2 4ZM-4 2C14 34 64 58 104 52C112 36 60 6 2-4Z",
      "#ffe9bd",
      { opacity: 0.55 },
    );
    art.path(
      "M-2-2C22-22 74-34 116-26C120-14 66 2 2 3ZM-2 2C22 22 74 34 116 26C120 14 66-2 2-3Z",
      "#fff3d6",
      { opacity: 0.5 },
    );
    art.trace("M0-3C34-26 70-38 104-44M0 3C34 26 70 38 104 44", "#8a5b3a", 1.4, { opacity: 0.6 });
    art.trace("M-34-5C-42-12-48-14-56-20M-34 5C-42 12-48 14-56 20", "#3a2420", 2, joints);
    art.path(
      "M-36 0C-36-7-28-10-20-8C-10-9 0-8 12-7C34-7 52-4 56 0C52 4 34 7 12 7C0 8-10 9-20 8C-28 10-36 7-36 0Z",
      "#3a2420",
    );
  });
}

/** A mosquito in profile, 330 wide, head to the left. */
export function mosquito(art) {
  const dark = "#141f33";
  return art.thing(() => {
    art.path("M6-40C50-92 128-116 184-104C170-78 90-44 20-30Z", "#e9d7e6", { opacity: 0.5 });
    art.path("M4-38C64-78 150-88 206-66C180-44 90-30 18-26Z", "#f6e6ea", { opacity: 0.55 });
    art.trace("M10-36C70-74 130-92 182-98M10-34C80-62 140-74 200-66", dark, 1.6, { opacity: 0.6 });
    art.trace(
      "M-8-16L-46-84-122-46-150-2M0-10L-14-58-30 40-26 96M12-10L40-64 62 38 84 96",
      dark,
      3.4,
      joints,
    );
    art.trace("M16-14L84-70 130-8 176-26", dark, 3, joints);
    art.path("M14-28C40-26 96 0 132 30C140 38 134 44 124 40C88 26 36 8 8-6Z", dark);
    art.trace("M40-14L50 6M62-5L70 16M84 6L90 26M104 18L108 34", "#7d86b0", 3, { opacity: 0.7 });
    art.path("M-20-22C-20-42 8-52 24-36C34-24 22-4 2-4C-12-4-20-10-20-22Z", dark);
    art.path(oval(-32, -12, 13, 12), dark);
    art.trace("M-42-5L-84 46", dark, 3.6, joints);
    art.trace("M-40-18C-56-26-70-26-84-20M-38-20C-52-34-64-38-78-36", dark, 2, joints);
    art.trace("M-56-26L-60-34M-62-25L-68-33M-70-24L-77-30M-54-31L-56-40M-62-36L-66-45", dark, 1.4);
    art.path("M-16-30C-12-42 4-46 14-38C4-40-6-36-16-30Z", "#ffcf8a", { opacity: 0.8 });
  });
}

/** A mouse in profile, 230 wide with the tail, sitting on 0 and looking left. */
export function mouse(art) {
  const fur = art.linear(
    [
      [0, "#c79a7c"],
      [0.25, "#6e5a60"],
      [1, "#2c2a3a"],
    ],
    { to: [1, 0.35] },
  );
  return art.thing(() => {
    art.trace("M70-8C110-2 132-14 150-4C168 6 190 22 184 52", "#4a3f4c", 5, joints);
    art.path(
      "M-82-34C-78-46-62-60-46-62C-40-66-30-66-24-62C2-72 50-76 72-42C84-22 78-2 66 0H18C10-6-2-6-8 0H-30C-34-4-32-8-26-10C-40-14-50-18-54-22C-66-22-78-26-82-34Z",
      fur,
    );
    art.path(oval(-34, -64, 15, 16), "#5b4a52");
    art.path(oval(-36, -63, 10, 11), "#d99a86");
    art.path(oval(-62, -42, 3.4, 3.6), "#10131f");
    art.path(oval(-63, -43.4, 1.1), "#fff3d6");
    art.path("M-84-36C-86-34-86-30-82-30Z", "#b9746a");
    art.trace("M-78-32L-108-42M-78-30L-110-30M-77-28L-104-18", "#f3dcc0", 1, { opacity: 0.7 });
    art.path("M-30 0C-36 0-44 0-46-3C-42-7-34-8-26-8ZM16 0C6 0-2 1-4-3C2-8 12-9 22-8Z", "#d99a86");
    art.path("M-82-35C-76-46-62-58-48-60C-56-52-66-44-82-35Z", "#ffd9a6", { opacity: 0.55 });
  });
}

/** An ant from above, 34 long, walking to the right. */
export function ant(art) {
  return art.thing(() => {
    art.trace(
      "M-3 0L-9-10-15-12M1 0L1-11 5-14M4 0L11-9 17-10M-3 0L-9 10-15 12M1 0L1 11 5 14M4 0L11 9 17 10M13-2L19-7M13 2L19 7",
      "#241a1e",
      1.6,
      joints,
    );
    art.path(oval(-10, 0, 8, 5.4) + oval(1, 0, 5, 3.2) + oval(10.5, 0, 5, 4.2), "#2e2023");
    art.path(oval(-11, -2, 4, 1.6), "#c48a5c", { opacity: 0.7 });
  });
}

/** A spider let down on its thread; the thread begins 200 above 0. */
export function spider(art) {
  return art.thing(() => {
    art.trace("M0-200V0", "#fff0d2", 1.2, { opacity: 0.7 });
    art.trace(
      "M-4 14L-22 0-28-16M-4 18L-26 14-36 2M-4 22L-24 32-32 48M-3 25L-15 42-18 60M4 14L22 0 28-16M4 18L26 14 36 2M4 22L24 32 32 48M3 25L15 42 18 60",
      "#1d1a26",
      2,
      joints,
    );
    art.path(oval(0, 6, 11, 13) + oval(0, 22, 7, 7), "#1d1a26");
    art.path("M-8 2C-6-6 0-8 4-6C-2-2-4 4-5 12C-8 10-9 6-8 2Z", "#c88d5e", { opacity: 0.7 });
  });
}

import { shadow } from "../kit/palette.mjs";
import { oval } from "../kit/path.mjs";

/**
 * The technicians: 180 high with the feet at 0, 0, facing the sun on the left.
 * They have no features on purpose; posture and light carry them.
 */

const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };

const tan = ["#efbd92", "#b97f5c", "#80503f"];
const brown = ["#c08a60", "#7d4f39", "#4f3029"];

/** Cloth, skin and leather, each lit from the left. */
function dyes(art, skin) {
  const lit = (a, b, c) =>
    art.linear(
      [
        [0, a],
        [0.45, b],
        [1, c],
      ],
      { to: [1, 0.15] },
    );
  return {
    shirt: lit("#93a2e6", "#3b50a8", "#26357a"),
    trousers: lit("#7b8d6d", "#2a4a42", "#16302f"),
    far: "#1a3634",
    boots: "#33282b",
    cap: lit("#fbecd0", "#c9ab8a", "#8f7a78"),
    tank: lit("#fff3da", "#d9c3a6", "#94869a"),
    skin: lit(...skin),
    sleeve: "#2f4295",
    hand: skin[1],
    dark: "#1b2f3a",
    tool: "#2f3440",
  };
}

/** Neck, head and cap; x, y is the pit of the throat. */
function head(art, dye, x, y, tilt) {
  art.group({ transform: `translate(${x} ${y})rotate(${tilt})` }, () => {
    art.path("M-6 2L-5-10 9-11 9 1C5 5-2 6-6 2Z", dye.hand);
    art.path("M-13-22C-14-34 10-36 11-22C12-12 5-6-3-6C-9-6-12-12-13-17Z", dye.skin);
    art.path("M-13-24C-14-38 11-40 12-23L-12-21-24-19C-25-24-19-26-13-26Z", dye.cap);
  });
}

/** A technician walking the line with a sprayer carried on the back; the wand's tip is at -62, 0. */
export function sprayer(art) {
  const dye = dyes(art, tan);
  return art.thing(() => {
    art.path("M-4-92C0-64 8-42 17-9L29-13C24-40 20-62 17-92Z", dye.far);
    art.path("M17-12L29-15 35-4 34 0H12C13-5 17-6 17-12Z", dye.boots);
    art.path("M-13-92C-14-66-20-42-29-10L-16-7C-7-36 5-62 13-90Z", dye.trousers);
    art.path("M-29-11L-16-8-15 0H-39C-40-5-31-6-29-11Z", dye.boots);
    art.path("M12-140C16-146 30-145 32-139L33-98C33-92 14-91 12-96Z", dye.tank);
    art.path("M15-146H27V-141H15Z", dye.dark);
    head(art, dye, 1, -140, 0);
    art.path(
      "M-15-136C-18-120-16-104-14-86H14C17-104 19-124 15-140C12-144 10-145 8-145C4-140-2-140-5-145C-10-144-13-141-15-136Z",
      dye.shirt,
    );
    art.path(
      "M-14-90H14V-85H-14ZM7-145L12-143C5-128 5-112 12-98L7-97C-1-112 0-129 7-145Z",
      dye.dark,
    );
    art.trace("M24-98C14-80-10-92-32-100M-30-101L-61-2", dye.tool, 2, round);
    art.trace("M1-130L-4-110-28-101", dye.hand, 7.5, round);
    art.path("M-7-134C-4-142 9-140 9-131L4-112-11-115Z", dye.sleeve);
  });
}

/** Stands a sprayer so that the wand's tip meets a point in space. */
export function spray(art, camera, technician, point) {
  const scale = camera.scale(point[2]) / 100;
  const [x, y] = camera.see(point);
  standing(art, technician, x + 62 * scale, y + 4 * scale, scale);
}

/** Puts a person on the ground with the long shadow of the evening. */
export function standing(art, person, x, y, scale) {
  art.path(oval(x + 70 * scale, y, 88 * scale, 5 * scale), shadow, { opacity: 0.4 });
  art.place(person, x, y, { scale });
}

/** A technician on one knee; the hand holds a torch whose glass is at -62, -77. */
export function kneeler(art) {
  const dye = dyes(art, brown);
  return art.thing(() => {
    art.path("M0-52C16-48 34-22 40-4L28 0C14-10-4-26-10-40Z", dye.far);
    art.path("M24-10L40-14 52-4V0H22Z", dye.boots);
    art.path(
      "M14-54C0-60-26-54-36-46C-40-42-38-34-37-8L-23-6C-22-20-22-30-20-36C-6-34 8-30 16-36Z",
      dye.trousers,
    );
    art.path("M-37-9L-22-8-21 0H-47C-48-5-39-6-37-9Z", dye.boots);
    head(art, dye, -11, -100, -14);
    art.path(
      "M-23-96C-18-78-12-62-8-48H20C24-66 18-88 3-104C-1-108-6-109-9-107C-10-103-15-101-19-102Z",
      dye.shirt,
    );
    art.path("M-9-53H20V-47H-8Z", dye.dark);
    art.trace("M-3-92L-13-73-40-78", dye.hand, 7.5, round);
    art.path("M-12-96C-9-104 5-101 4-92L-6-74-20-80Z", dye.sleeve);
    art.path("M-62-83L-52-81-36-81V-75H-52L-62-72Z", dye.tool);
  });
}

/** A technician standing and writing on a board. */
export function surveyor(art) {
  const dye = dyes(art, brown);
  return art.thing(() => {
    art.path("M-2-90L3-8H16C20-36 20-62 15-92Z", dye.far);
    art.path("M3-9H16L17 0H-6C-6-5 2-5 3-9Z", dye.boots);
    art.path("M-13-90C-15-60-17-36-15-8H-2C2-36 6-62 8-88Z", dye.trousers);
    art.path("M-15-9H-2L-1 0H-25C-25-5-16-5-15-9Z", dye.boots);
    head(art, dye, 1, -140, -12);
    art.path(
      "M-14-138C-18-120-16-104-14-84H15C17-104 19-122 15-138C13-143 10-145 8-145C4-140-2-140-5-145C-9-144-12-142-14-138Z",
      dye.shirt,
    );
    art.path("M-14-89H15V-84H-14Z", dye.dark);
    art.trace("M6-130L10-107-16-106", dye.hand, 7.5, round);
    art.path("M-2-133C1-141 13-140 14-131L18-110 3-108Z", dye.sleeve);
    art.path("M-34-120L-15-114-13-94-33-101Z", "#f6e7c9");
    art.path("M-34-120L-33-101-36-102-37-121Z", "#8a6a55");
  });
}

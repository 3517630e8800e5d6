import { Picture } from "./picture.mjs";

/** What gives light of its own: lamps, the line, the moon and the stars. */
const lights = new Set(
  (
    "#ffb547 #ffe7b3 #ffd27f #ffdf94 #f39a3c #ffd488 #ffe6b4 #fff2c8 #ffdf9a #ffd68a #fff0c0 " +
    "#fff3cf #ffe09a #f09c45 #fff0bd #ffc76e #ffe2a0 #f7ad55 #ffd996 #f9bd68 #ffdf9e #f4f6ff"
  ).split(" "),
);

/** Draws a scene as it looks under the moon. */
export function atNight(draw) {
  Picture.night = true;
  try {
    return String(draw()).replace(/(?<=(?:fill|stroke|color)=")#[\da-f]+/g, moonlit);
  } finally {
    Picture.night = false;
  }
}

/** From the deepest shadow over the middle tones to the brightest reflection. */
const tones = [
  [4, 9, 20],
  [25, 38, 74],
  [104, 124, 184],
];

/** The colour of something under the moon: mostly how bright it is, and a little of what it was. */
function moonlit(color) {
  if (lights.has(color)) return color;
  const hex = color.length === 4 ? color.replace(/[^#]/g, "$&$&") : color;
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const brightness = (0.3 * parts[0] + 0.59 * parts[1] + 0.11 * parts[2]) / 255;
  const [low, high] = brightness < 0.5 ? tones : tones.slice(1);
  const share = (brightness % 0.5) * 2 || (brightness === 1 ? 1 : 0);
  const mixed = parts.map((part, i) => {
    const tone = low[i] + (high[i] - low[i]) * share;
    return Math.round(0.8 * tone + 0.2 * 0.55 * part);
  });
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** The colours of the family: Central Texas when the sun stands low on the left. */
export const amber = "#ffb547";
export const glow = "#ffe7b3";
export const bluebonnet = "#33479b";
export const shadow = "#0f2530";
export const nearGrass = "#17382f";

export const leaf = { deep: "#16352f", body: "#27503f", lit: "#61773f", rim: "#cfa24f" };
export const bark = { deep: "#2b2a2c", lit: "#8a5f45" };

/**
 * Two hours of the evening. `sky` runs from the top to the horizon, `haze` from the farthest ridge to
 * the nearest, `ground` from far to near; `sun` is the glow in the sky, `light` what falls on the grass.
 */
export const gold = {
  sky: [
    [0, "#5f76ad"],
    [0.34, "#a79fc0"],
    [0.62, "#e7b9a4"],
    [0.84, "#fbcf8f"],
    [1, "#ffe2a6"],
  ],
  sun: "#fff0c2",
  light: "#ffd27a",
  haze: ["#a894b4", "#8a7f9c", "#5f6f72"],
  woods: "#516359",
  ground: ["#b9a259", "#6f7a42", "#27493a"],
};

export const dusk = {
  sky: [
    [0, "#303d7c"],
    [0.36, "#6a629e"],
    [0.64, "#b97f9b"],
    [0.85, "#ed9f7b"],
    [1, "#ffcf8c"],
  ],
  sun: "#ffd99a",
  light: "#ffb27a",
  haze: ["#8a739f", "#655f88", "#3f4f61"],
  woods: "#33484f",
  ground: ["#8a7c4e", "#4a5b3f", "#17342f"],
};

/** The colours of the family: Central Texas when the sun stands low on the left. */
export const ink = "#14322c";
export const night = "#0f2527";
export const bluebonnet = "#33479b";
export const bluebonnetPale = "#8c9ae0";
export const clay = "#b2481f";
export const clayLit = "#d9743f";
export const amber = "#ffb547";
export const glow = "#ffe7b3";

export const leaf = { deep: "#16352f", body: "#27503f", lit: "#61773f", rim: "#cfa24f" };
export const bark = { deep: "#2b2a2c", lit: "#8a5f45" };
export const stone = { lit: "#f3dcb4", body: "#c9ae93", shade: "#8f7d86", deep: "#5d5768" };
export const metal = { lit: "#c3a9a4", body: "#6f7590", deep: "#454f6c" };
export const wood = { lit: "#e9b277", body: "#b47a4c", shade: "#7a5142", deep: "#4a3436" };

/** Skies from top to horizon; `haze` colours distance, `ground` runs from far to near. */
export const gold = {
  sky: [
    [0, "#5f76ad"],
    [0.34, "#a79fc0"],
    [0.62, "#e7b9a4"],
    [0.84, "#fbcf8f"],
    [1, "#ffe2a6"],
  ],
  sun: "#fff0c2",
  haze: ["#a894b4", "#8a7f9c", "#5f6f72"],
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
  haze: ["#8a739f", "#655f88", "#3f4f61"],
  ground: ["#8a7c4e", "#4a5b3f", "#17342f"],
};

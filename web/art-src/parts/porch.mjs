import { leaf } from "../kit/palette.mjs";
import { oval } from "../kit/path.mjs";
import { foliage } from "./oak.mjs";

/** A wall lantern 90 high, alight, its bracket at 0, 0. */
export function lantern(art) {
  const shine = art.halo([
    [0, "#ffe6ad", 0.85],
    [0.35, "#ffcf7d", 0.3],
    [1, "#ffcf7d", 0],
  ]);
  return art.thing(() => {
    art.path(oval(0, 40, 150), shine);
    art.path("M-5-14H5V6H-5ZM-22 12L0-8 22 12Z", "#22263a");
    art.path("M-18 14H18L13 66H-13Z", "#ffe9b4");
    art.path(
      "M-18 14H-14L-10 66H-13ZM18 14H14L10 66H13ZM-2 14H2V66H-2ZM-16 64H16V72H-16Z",
      "#22263a",
    );
  });
}

/** A clay pot with a rounded plant, 110 wide, standing on 0. */
export function potted(art) {
  const clay = art.linear(
    [
      [0, "#e89a63"],
      [0.5, "#b2562f"],
      [1, "#6d3530"],
    ],
    { to: [1, 0] },
  );
  const green = art.halo(
    [
      [0, leaf.rim],
      [0.25, leaf.lit],
      [0.55, leaf.body],
      [1, leaf.deep],
    ],
    [0.2, 0.06],
    0.9,
  );
  return art.thing(() => {
    art.path(oval(24, 0, 66, 9), "#17131f", { opacity: 0.45 });
    for (const mass of [
      [20, -112, 46, 44],
      [-26, -104, 42, 36],
    ])
      art.path(foliage(art, mass, 9), green);
    art.path("M-46-70H46L34 0H-34Z", clay);
    art.path("M-52-82H52V-64H-52Z", clay);
  });
}

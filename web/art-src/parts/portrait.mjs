import { oval } from "../kit/path.mjs";
import { glowingLine } from "./perimeter.mjs";

/** The evening behind a sitter, with the open line of the mark around the head. */
export function backdrop(art) {
  art.wash(
    art.linear([
      [0, "#4d5b9c"],
      [0.4, "#b98aa0"],
      [0.68, "#f3ae86"],
      [1, "#ffd999"],
    ]),
  );
  art.wash(
    art.radial(
      [
        [0, "#fff0c6", 0.95],
        [0.35, "#ffdf9e", 0.5],
        [1, "#ffdf9e", 0],
      ],
      [110, 520],
      640,
    ),
  );
  art.path(oval(420, 400, 300), "#fff0cb", { opacity: 0.16 });
  art.path("M0 612C120 582 260 604 400 596S660 576 800 602V800H0Z", "#b18a9c");
  art.path(
    "M0 664C160 640 300 668 460 654S700 644 800 656V800H0Z",
    art.linear([
      [0, "#8a8a72"],
      [1, "#3a554c"],
    ]),
  );
  glowingLine(art, "M226 628A300 300 0 1 1 622 622", 4);
}

/** A shape against the light: dark, deeper towards the right. */
export function solid(art, data, body, deep) {
  art.path(
    data,
    art.linear(
      [
        [0, body],
        [1, deep],
      ],
      { to: [1, 0.4] },
    ),
  );
}

/** The sun along the outline of a shape, from the left only. */
export function sunlit(art, data, sun = "#ffd292") {
  const veil = art.linear(
    [
      [0, "#fff"],
      [0.44, "#fff"],
      [0.6, "#000"],
    ],
    { to: [art.width, 0], fixed: true },
  );
  const mask = art.mask(`<path fill="${veil}" d="M0 0H800V800H0z"/>`);
  art.group({ "clip-path": art.window(data), mask }, () => {
    for (const [width, opacity] of [
      [22, 0.18],
      [9, 0.95],
    ])
      art.trace(data, sun, width, { opacity });
  });
}

/** A solid with the sun on it. */
export function backlit(art, data, body, deep, sun) {
  solid(art, data, body, deep);
  sunlit(art, data, sun);
}

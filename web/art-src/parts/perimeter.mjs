import { amber, glow } from "../kit/palette.mjs";
import { line } from "../kit/path.mjs";

// The path is one unit long. A page that shows the picture with #draw has the line drawn once; without
// it, and afterwards, the line is whole. The picture itself cannot tell whether motion is wanted:
// browsers do not pass that preference on to every image.
const drawnOnce =
  "#draw:target{animation:draw .6s ease-out}" +
  "@keyframes draw{from{stroke-dasharray:1;stroke-dashoffset:1}to{stroke-dasharray:1;stroke-dashoffset:0}}";

/** The line that every picture of the family returns to, laid over a path given in pixels. */
export function glowingLine(art, data, width = 3, drawn = false) {
  if (drawn) art.style(drawnOnce);
  const id = art.thing(() => art.path(data, undefined, { pathLength: drawn ? 1 : undefined }));
  art.group(
    {
      id: drawn ? "draw" : undefined,
      fill: "none",
      stroke: amber,
      "stroke-linejoin": "round",
      "stroke-linecap": "round",
    },
    () => {
      for (const [share, opacity] of [
        [14, 0.04],
        [10, 0.06],
        [7, 0.08],
        [4.4, 0.16],
        [2.7, 0.36],
      ]) {
        art.place(id, 0, 0, { "stroke-width": width * share, opacity });
      }
      art.place(id, 0, 0, { "stroke-width": width * 1.6, stroke: "#ffd27f" });
      art.place(id, 0, 0, { "stroke-width": width * 0.8, stroke: glow });
    },
  );
}

/** The points of a rectangle with rounded corners on the ground of a frame, in space. */
function loop(at, { u0, u1, v0, v1, round = 1.5 }) {
  const corner = (u, v, start) =>
    [0, 1, 2, 3, 4].map((i) => {
      const angle = start + (i / 4) * (Math.PI / 2);
      return at(u + Math.cos(angle) * round, 0, v + Math.sin(angle) * round);
    });
  return [
    ...corner(u1 - round, v1 - round, 0),
    ...corner(u0 + round, v1 - round, Math.PI / 2),
    ...corner(u0 + round, v0 + round, Math.PI),
    ...corner(u1 - round, v0 + round, (3 * Math.PI) / 2),
  ];
}

/** The line around a building, with the faint light that it gives to the grass inside. */
export function perimeter(art, camera, at, sides, width = 3, drawn = false) {
  const data = line(loop(at, sides).map(camera.see));
  art.path(data, amber, { opacity: 0.1 });
  glowingLine(art, data, width, drawn);
}

import { Camera } from "../kit/camera.mjs";
import { box, line, oval } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";
import { mouse } from "../parts/creatures.mjs";
import { atmosphere } from "../parts/light.mjs";
import { oak } from "../parts/oak.mjs";
import { glowingLine } from "../parts/perimeter.mjs";

const [half, ridge, near, far] = [4.4, 3.7, 1.7, 11];

/** An attic in the last light: the way in is screened and the mouse is still inside. */
export function rodent() {
  const art = new Picture(1200, 900, 53);
  const camera = new Camera({ center: 560, horizon: 470, focal: 900, height: 1.35 });
  const quad = (...points) => line(points.map(camera.see));

  art.wash("#2a2530");
  art.path(
    quad([-half, 0, near], [-half, 0, far], [0, ridge, far], [0, ridge, near]),
    art.linear(
      [
        [0, "#2c2734"],
        [1, "#5a4644"],
      ],
      { to: [1, 0.3] },
    ),
  );
  art.path(
    quad([half, 0, near], [half, 0, far], [0, ridge, far], [0, ridge, near]),
    art.linear(
      [
        [0, "#a8745a"],
        [1, "#4a3a47"],
      ],
      { to: [1, 0.2] },
    ),
  );
  gable(art, camera);
  floor(art, camera, quad);
  rafters(art, quad);

  art.path(
    "M415 536V430H530L1180 900H660Z",
    art.linear(
      [
        [0, "#ffe3a4", 0.62],
        [1, "#ffdf9c", 0.03],
      ],
      { from: [0, 0], to: [0.8, 1] },
    ),
  );
  trunk(art);
  beam(art);
  art.place(mouse(art), 800, 694, { scale: 1.75 });
  atmosphere(art, { warmth: 0.18, evening: 0.4 });
  return art;
}

/** The far wall with its vent, through which the evening is seen. */
function gable(art, camera) {
  const at = (x, y) => camera.see([x, y, far]);
  art.path(
    line([at(-half, 0), at(half, 0), at(0, ridge)]),
    art.linear(
      [
        [0, "#7a5a50"],
        [1, "#43353f"],
      ],
      { to: [1, 0.4] },
    ),
  );
  let boards = "";
  for (let y = 0.35; y < ridge; y += 0.35) {
    const reach = half * (1 - y / ridge);
    boards += line([at(-reach, y), at(reach, y)], { open: true });
  }
  art.trace(boards, "#2c242e", 2, { opacity: 0.55 });
  const [x, y] = at(-1.1, 1.22);
  const [w, h] = [114, 104];
  art.path(box(x - w / 2 - 9, y - h / 2 - 9, w + 18, h + 18), "#3a2c2e");
  art.group({ "clip-path": art.window(box(x - w / 2, y - h / 2, w, h)) }, () => {
    art.path(
      box(x - w / 2, y - h / 2, w, h),
      art.linear([
        [0, "#8f8fc0"],
        [0.5, "#f3b796"],
        [0.8, "#ffe2a6"],
        [0.81, "#8a8a4c"],
        [1, "#4f6a42"],
      ]),
    );
    art.place(oak(art), x + 22, y + 38, { scale: 0.2 });
  });
  let mesh = "";
  for (let i = 1; i < 10; i++)
    mesh += `M${Math.round(x - w / 2 + (i * w) / 10)} ${Math.round(y - h / 2)}v${h}`;
  for (let i = 1; i < 9; i++)
    mesh += `M${Math.round(x - w / 2)} ${Math.round(y - h / 2 + (i * h) / 9)}h${w}`;
  art.trace(mesh, "#3c3f52", 1, { opacity: 0.6 });
  glowingLine(art, box(x - w / 2 - 5, y - h / 2 - 5, w + 10, h + 10), 3);
}

/** Joists running away with insulation between them. */
function floor(art, camera, quad) {
  art.path(
    quad([-half, 0, near], [half, 0, near], [half, 0, far], [-half, 0, far]),
    art.linear([
      [0, "#c9958a"],
      [1, "#7d5a66"],
    ]),
  );
  for (let x = -half; x <= half; x += 0.8) {
    art.path(
      quad([x, 0.02, near], [x + 0.14, 0.02, near], [x + 0.14, 0.02, far], [x, 0.02, far]),
      "#8d6248",
    );
    art.path(
      quad([x, 0.02, near], [x + 0.04, 0.02, near], [x + 0.04, 0.02, far], [x, 0.02, far]),
      "#e0a873",
    );
  }
  const edge = [
    [-half, 0, near + 1],
    [-half, 0, far],
    [half, 0, far],
    [half, 0, near + 1],
  ].map(camera.see);
  glowingLine(art, line(edge, { open: true }), 3);
}

function rafters(art, quad) {
  const tie = art.linear(
    [
      [0, "#5a4340"],
      [1, "#94684c"],
    ],
    { to: [1, 0] },
  );
  for (let z = far - 0.6; z > 2.8; z -= 1.25) {
    art.path(
      quad([half, 0, z], [0, ridge, z], [0, ridge - 0.26, z], [half - 0.3, 0, z]),
      "#c08a5e",
    );
    art.path(
      quad([half, 0, z + 0.14], [0, ridge, z + 0.14], [0, ridge, z], [half, 0, z]),
      "#5a3f3c",
    );
    art.path(
      quad([-half, 0, z], [0, ridge, z], [0, ridge - 0.26, z], [-half + 0.3, 0, z]),
      "#5b4340",
    );
    art.path(quad([-1.25, 2.62, z], [1.25, 2.62, z], [1.25, 2.5, z], [-1.25, 2.5, z]), tie);
  }
  art.path(
    quad([-0.1, ridge, near], [0.1, ridge, near], [0.1, ridge, far], [-0.1, ridge, far]),
    "#6d4c40",
  );
}

/** A trunk put away and forgotten. */
function trunk(art) {
  art.path("M150 586L206 546H404L372 586Z", "#d3a06c");
  art.path("M372 586L404 546V672L372 716Z", "#4a3539");
  art.path(
    box(150, 586, 222, 130),
    art.linear(
      [
        [0, "#b5804f"],
        [1, "#6b4a3e"],
      ],
      { to: [1, 0.3] },
    ),
  );
  art.trace("M150 618H372M196 586V716M326 586V716", "#e6bd83", 6, { opacity: 0.6 });
  art.path(box(250, 606, 24, 26), "#ffdf9c");
}

/** The tie beam across the front, on which the mouse sits. */
function beam(art) {
  art.path(
    "M0 694L1200 690V786L0 790Z",
    art.linear([
      [0, "#d9a069"],
      [0.16, "#a8734c"],
      [1, "#5b3e38"],
    ]),
  );
  art.path("M0 694L1200 690V698L0 703Z", "#ffd79a", { opacity: 0.8 });
  art.trace("M0 728Q300 720 620 732T1200 722M0 758Q400 768 760 752T1200 760", "#5b3a30", 3, {
    opacity: 0.5,
  });
  art.path(oval(250, 744, 16, 8), "#4d322b", { opacity: 0.7 });
}

import { bark, leaf } from "../kit/palette.mjs";
import { scallop } from "../kit/path.mjs";

/** The masses of a live oak's crown from back to front: [x, y, half width, half height]. */
const crown = [
  [70, -200, 96, 52],
  [-24, -204, 98, 54],
  [186, -118, 62, 36],
  [140, -158, 84, 48],
  [-186, -116, 58, 34],
  [-118, -160, 88, 50],
  [30, -152, 104, 44],
  [-66, -138, 70, 32],
  [112, -126, 62, 28],
];

/**
 * A live oak 490 wide and 260 high with its foot at 0, 0: low, broad and lit from the left.
 *
 * @returns the thing to place
 */
export function oak(art, tones = leaf, leaves = canopy(art)) {
  const fill = volume(art, tones);
  return art.thing(() => {
    trunk(art);
    art.place(leaves, 0, 0, { fill });
  });
}

/** The crown alone and without a colour, for oaks that differ in nothing else. */
export function canopy(art) {
  return art.thing(() => {
    for (const mass of crown) art.path(foliage(art, mass, 15));
  });
}

/** The same tree without its leaves. */
export function bareOak(art) {
  const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };
  const boughs =
    "M-128-122L-172-146-204-150M-64-164L-88-204-122-222M16-184L4-226-10-258M102-150L140-184 176-196M160-112L206-126 232-124M-20-110L-44-178-40-220M40-96L60-150 70-222";
  const twigs =
    "M-172-146L-190-178M-150-134L-160-170M-204-150L-226-164M-204-150L-224-140M-88-204L-84-244M-122-222L-146-222M-122-222L-128-246M-76-186L-108-186M4-226L24-256M-10-258L-28-272M10-206L-14-224" +
    "M140-184L146-224M176-196L200-190M176-196L190-220M120-168L128-206M206-126L222-150M232-124L246-112M182-118L194-98M-44-178L-66-200M-40-220L-56-252M-40-220L-26-246M60-150L86-180 92-212M70-222L56-254M70-222L88-250";
  return art.thing(() => {
    art.trace(boughs, bark.deep, 6, round);
    art.trace(twigs, bark.deep, 3, round);
    trunk(art);
  });
}

/** A round evergreen bush, 110 wide and 65 high. */
export function bush(art, tones = leaf) {
  const masses = [
    [18, -30, 38, 32],
    [-22, -24, 34, 26],
  ];
  const fill = volume(art, tones);
  return art.thing(() => {
    for (const mass of masses) art.path(foliage(art, mass, 8), fill);
  });
}

/** The roundness of a mass of leaves: sun on its upper left, dusk beneath. */
function volume(art, { rim, lit, body, deep }) {
  return art.halo(
    [
      [0, rim],
      [0.2, lit],
      [0.5, body],
      [1, deep],
    ],
    [0.2, 0.06],
    0.9,
  );
}

/** An outline of leaves around an ellipse, with a leaf about every `step` pixels. */
export function foliage(art, [x, y, rx, ry], step) {
  const count = Math.max(5, Math.round(((rx + ry) * Math.PI) / step / 1.5));
  const points = [];
  for (let i = 0; i < count; i++) {
    const angle = ((i + art.random.around(0.3)) / count) * Math.PI * 2;
    const reach = 0.92 + art.random.around(0.14);
    const flat = Math.sin(angle) > 0 ? 0.75 : 1;
    points.push([x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach * flat]);
  }
  return scallop(points, 0.3);
}

function trunk(art) {
  const wood = art.thing(() => {
    art.path(
      "M-30 2C-18-10-20-40-26-58C-40-84-84-104-140-118L-138-126C-92-118-48-104-26-84C-30-112-52-142-70-164L-62-168C-40-146-18-122-8-96" +
        "C-6-126 4-156 14-186L24-184C16-154 12-128 14-98C34-116 66-128 100-152L106-146C78-120 44-100 30-78C52-92 110-104 166-116L168-108" +
        "C116-92 50-72 28-46C22-28 26-8 40 2C18-4-10-4-30 2Z",
      bark.deep,
    );
    art.path(
      "M-30 2C-18-10-20-40-26-58C-30-70-48-86-70-97C-40-88-16-74-10-52C-8-30-14-8-18 0Z",
      bark.lit,
    );
  });
  art.place(wood, 0, 0);
}

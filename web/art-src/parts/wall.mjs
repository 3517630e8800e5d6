import { line } from "../kit/path.mjs";

/**
 * A dry-stacked limestone wall between two points of the ground, seen in perspective.
 *
 * @param {{ from: number[], to: number[], height?: number }} run from and to as [x, z] in metres
 */
export function stoneWall(art, camera, { from, to, height = 0.8 }) {
  const { random } = art;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const at = (along, y) =>
    camera.see([
      from[0] + ((to[0] - from[0]) * along) / length,
      y,
      from[1] + ((to[1] - from[1]) * along) / length,
    ]);
  art.path(line([at(0, 0), at(length, 0), at(length, height), at(0, height)]), "#6b5f6d");
  const tones = { "#d8b98f": "", "#bd9c80": "", "#a08781": "", "#f0d3a2": "" };
  const course = height / 4;
  for (let i = 0; i < 4; i++) {
    for (let along = random.between(-0.4, 0); along < length; ) {
      const long = random.between(0.28, 0.7);
      const [a, b] = [Math.max(0, along), Math.min(length, along + long)];
      const [low, high] = [i * course + 0.03, (i + 1) * course + random.around(0.04)];
      const tone =
        i === 3 ? random.pick(["#f0d3a2", "#d8b98f"]) : random.pick(Object.keys(tones).slice(0, 3));
      const slip = random.around(0.05);
      tones[tone] += line(
        [at(a, low), at(b, low), at(b - 0.03, high), at(a + 0.04, high + slip * 0.5)],
        { digits: 0 },
      );
      along += long + 0.03;
    }
  }
  for (const [fill, data] of Object.entries(tones)) art.path(data, fill);
}

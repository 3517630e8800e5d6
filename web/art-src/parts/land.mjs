import { oval, soft, stroke } from "../kit/path.mjs";

/**
 * Far ridges in the haze, each nearer one darker, then the ground down to the lower edge and the woods
 * along the horizon.
 *
 * @param {{ horizon: number, rise?: number, ridges?: number, woods?: number, woodsEnd?: number }} lie
 *   rise and woods: heights in pixels; woodsEnd: where a building hides the rest
 */
export function land(
  art,
  mood,
  { horizon, rise = 90, ridges = 3, woods = 26, woodsEnd = art.width + 10 },
) {
  for (const [i, color] of mood.haze.slice(0, ridges).entries()) {
    const height = rise * (1 - i / (ridges + 0.6));
    const mist = art.linear([
      [0, color],
      [1, color, 0.5],
    ]);
    art.path(ridge(art, horizon, height), mist);
  }
  const [far, middle, near] = mood.ground;
  const ground = art.linear([
    [0, far],
    [0.3, middle],
    [1, near],
  ]);
  art.path(`M0 ${horizon}h${art.width}V${art.height}H0z`, ground);
  art.path(treeline(art, horizon + 4, woods, woodsEnd), mood.woods);
}

function ridge(art, horizon, height) {
  const { width, random } = art;
  const waves = [1, 2.3, 4.7, 9.1].map((pace) => ({
    pace,
    phase: random.between(0, 6.3),
    size: 1 / pace ** 0.8,
  }));
  const crest = [];
  for (let i = 0; i <= 24; i++) {
    const swell = waves.reduce((sum, w) => sum + Math.sin((i / 6) * w.pace + w.phase) * w.size, 0);
    crest.push([(width * i) / 24, horizon - height * (0.62 + swell * 0.22)]);
  }
  return `${stroke(crest, { digits: 0 })}V${horizon + 4}H0z`;
}

function treeline(art, foot, height, end) {
  const crest = [];
  for (let x = -10; x < end; x += art.random.between(14, 34)) {
    crest.push([x, foot - height * art.random.between(0.3, 1)]);
  }
  return soft([[-10, foot], ...crest, [end, foot]]);
}

/** Low light lying across the grass. */
export function lightBands(art, mood, { top, bottom, count = 7, to = art.width * 0.7 }) {
  const { random, width } = art;
  const fill = art.halo([
    [0, mood.light, 0.5],
    [1, mood.light, 0],
  ]);
  for (let i = 0; i < count; i++) {
    const depth = (i + random.between(0.1, 0.9)) / count;
    const y = top + (bottom - top) * depth ** 1.6;
    const half = width * random.between(0.1, 0.26);
    art.path(oval(random.between(0, to), y, half, 4 + depth * 15, { digits: 0 }), fill);
  }
}

/**
 * A tuft-by-tuft strip of standing grass, `width` long with its foot at 0, 0.
 *
 * @returns the thing to place
 */
export function grassStrip(art, { width, height, count, fill, flare = 0.3 }) {
  const { random } = art;
  let data = "";
  for (let i = 0; i < count; i++) {
    const x = Math.round((width * (i + random.between(0, 1))) / count);
    const tall = height * random.between(0.45, 1);
    const sway = tall * random.between(-flare, flare * 1.6);
    const half = Math.max(2, Math.round(height * 0.05));
    const tip = [Math.round(sway), -Math.round(tall)];
    const bend = Math.round(sway * 0.15);
    data += `M${x} 4q${bend} ${Math.round(tip[1] * 0.6)} ${tip[0]} ${tip[1]}q${bend - tip[0] + half} ${Math.round(-tip[1] * 0.5)} ${half * 2 - tip[0]} ${-tip[1]}`;
  }
  return art.thing(() => art.path(data.replaceAll(" -", "-"), fill));
}

/** Lays a strip side by side along a row. */
export function row(art, strip, { y, width, from = -20, to = art.width, scale = 1, ...paint }) {
  let flip = false;
  for (let x = from; x < to; x += width * scale * 0.94) {
    art.place(strip, flip ? x + width * scale : x, y, {
      scale: flip ? -scale : scale,
      stretch: scale,
      ...paint,
    });
    flip = !flip;
  }
}

import { dots, oval, soft } from "../kit/path.mjs";
import { Picture } from "../kit/picture.mjs";

/** A wide sky, brightest where the sun stands low on the left; at night the moon is at a share of the width. */
export function sky(
  art,
  mood,
  { horizon, sun = [art.width * 0.06, horizon - 30], moon = 0.3, banks = 4 },
) {
  art.wash(art.linear(mood.sky, { to: [0, horizon], fixed: true }));
  art.wash(
    art.radial(
      [
        [0, mood.sun, 0.95],
        [0.18, mood.sun, 0.55],
        [0.55, mood.sun, 0.16],
        [1, mood.sun, 0],
      ],
      sun,
      art.width * 0.62,
      0.72,
    ),
  );
  if (Picture.night) stars(art, horizon);
  const bank = clouds(art);
  const { random, width } = art;
  for (let i = 0; i < banks; i++) {
    const depth = (i + random.between(0.2, 0.8)) / banks;
    const scale = (width / 1200) * random.between(0.8, 1.3);
    art.place(bank, width * random.between(0.1, 0.9), horizon * (0.1 + 0.7 * depth), {
      scale: random.maybe(0.5) ? scale : -scale,
      stretch: scale * (1.2 - depth),
    });
  }
  if (Picture.night && moon) fullMoon(art, [width * moon, horizon * 0.24], width * 0.015);
}

const starlight = "#f4f6ff";

function stars(art, horizon) {
  const { random, width } = art;
  for (const [count, size, opacity] of [
    [26, 2, 0.55],
    [9, 3.2, 0.9],
  ]) {
    const places = Array.from({ length: count }, () => [
      random.between(0, width),
      horizon * random.between(0.02, 0.72),
    ]);
    art.trace(dots(places), starlight, size, { "stroke-linecap": "round", opacity });
  }
}

function fullMoon(art, [x, y], radius) {
  const shine = art.radial(
    [
      [0, starlight, 0.5],
      [1, starlight, 0],
    ],
    [x, y],
    radius * 5,
  );
  art.path(oval(x, y, radius * 5), shine);
  art.path(oval(x, y, radius), starlight);
}

/** A bank of thin clouds 300 wide, lost in the sky at both ends. */
function clouds(art) {
  const { random } = art;
  const fill = art.linear(
    [
      [0, "#ffdcb2", 0],
      [0.35, "#ffd3ab", 0.6],
      [0.65, "#f3b39f", 0.45],
      [1, "#c79ab0", 0],
    ],
    { to: [1, 0] },
  );
  let data = "";
  for (let i = 0; i < 3; i++) {
    const half = random.between(50, 160);
    const x = random.around(130);
    const y = i * 13 + random.around(5);
    const tall = random.between(5, 10);
    data += soft([
      [x - half, y],
      [x - half * 0.4, y - tall],
      [x + half * 0.1, y - tall * random.between(0.6, 1.8)],
      [x + half * 0.5, y - tall * 0.7],
      [x + half, y],
      [x + half * 0.2, y + 2],
      [x - half * 0.5, y + 3],
    ]);
  }
  return art.thing(() => art.path(data, fill));
}

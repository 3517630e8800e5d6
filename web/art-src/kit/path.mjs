/** Path data, written as briefly as SVG allows: every shape of the pictures passes through here. */

const brief = (value) => String(value).replace(/^(-?)0\./, "$1.");

/** Writes numbers side by side, leaving out each space that a minus sign makes needless. */
function join(numbers) {
  return numbers
    .map(brief)
    .reduce((text, n) => text + (text && !n.startsWith("-") ? " " : "") + n, "");
}

function rounder(digits) {
  const factor = 10 ** digits;
  return (value) => Math.round(value * factor) / factor;
}

/**
 * Straight lines through points.
 *
 * @param {number[][]} points
 * @param {{ open?: boolean, digits?: number }} [options]
 */
export function line(points, { open = false, digits = 1 } = {}) {
  const round = rounder(digits);
  const whole = points.map(([x, y]) => [round(x), round(y)]);
  const steps = whole
    .slice(1)
    .flatMap(([x, y], i) => [round(x - whole[i][0]), round(y - whole[i][1])]);
  return `M${join(whole[0])}l${join(steps)}${open ? "" : "z"}`;
}

/**
 * A soft curve that passes through the middle of each side of the given points.
 *
 * @param {number[][]} points
 * @param {{ digits?: number }} [options]
 */
export function soft(points, { digits = 0 } = {}) {
  const round = rounder(digits);
  const middle = (a, b) => [round((a[0] + b[0]) / 2), round((a[1] + b[1]) / 2)];
  const start = middle(points.at(-1), points[0]);
  let [x, y] = start;
  const steps = [];
  points.forEach((point, i) => {
    const [endX, endY] = middle(point, points[(i + 1) % points.length]);
    steps.push(
      round(round(point[0]) - x),
      round(round(point[1]) - y),
      round(endX - x),
      round(endY - y),
    );
    [x, y] = [endX, endY];
  });
  return `M${join(start)}q${join(steps)}z`;
}

/**
 * A soft open curve from the first to the last point.
 *
 * @param {number[][]} points
 * @param {{ digits?: number }} [options]
 */
export function stroke(points, { digits = 1 } = {}) {
  const round = rounder(digits);
  let [x, y] = points[0].map(round);
  const start = [x, y];
  const steps = [];
  for (let i = 1; i < points.length - 1; i++) {
    const last = i === points.length - 2;
    const end = last
      ? points[i + 1]
      : [(points[i][0] + points[i + 1][0]) / 2, (points[i][1] + points[i + 1][1]) / 2];
    const [endX, endY] = end.map(round);
    steps.push(
      round(round(points[i][0]) - x),
      round(round(points[i][1]) - y),
      round(endX - x),
      round(endY - y),
    );
    [x, y] = [endX, endY];
  }
  return `M${join(start)}q${join(steps)}`;
}

/**
 * A closed outline whose every side bulges outwards: the edge of foliage.
 *
 * @param {number[][]} points in clockwise order
 * @param {number} bulge how far a side swells, as a share of its length
 */
export function scallop(points, bulge) {
  const whole = points.map(([x, y]) => [Math.round(x), Math.round(y)]);
  const steps = whole.flatMap(([x, y], i) => {
    const [endX, endY] = whole[(i + 1) % whole.length];
    const [dx, dy] = [endX - x, endY - y];
    return [Math.round(dx / 2 + dy * bulge), Math.round(dy / 2 - dx * bulge), dx, dy];
  });
  return `M${join(whole[0])}q${join(steps)}z`;
}

/** Points at whole pixels, to be traced with a round pen. */
export function dots(points) {
  const whole = points.map((point) => point.map(Math.round));
  return whole
    .map(([x, y], i) =>
      i === 0 ? `M${join([x, y])}` : `m${join([x - whole[i - 1][0], y - whole[i - 1][1]])}`,
    )
    .map((move) => `${move}h0`)
    .join("");
}

/** An ellipse as path data, so that many of them share one element. */
export function oval(cx, cy, rx, ry = rx, { digits = 1 } = {}) {
  const round = rounder(digits);
  const [a, b] = [round(rx), round(ry)];
  const half = (way) => `a${join([a, b, 0, 1, 1, round(2 * way * a), 0])}`;
  return `M${join([round(cx - a), round(cy)])}${half(1)}${half(-1)}z`;
}

/** An upright rectangle as path data. */
export function box(x, y, width, height) {
  return line([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]);
}

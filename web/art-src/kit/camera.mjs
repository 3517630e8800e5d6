/**
 * Where the onlooker stands. Metres in, pixels out: x to the right, y up, z away into the picture.
 * The view is level, so that upright lines stay upright and the horizon is one row of pixels.
 */
export class Camera {
  /**
   * @param {{ center: number, horizon: number, focal: number, height: number }} view
   *   center and horizon: the vanishing point; focal: pixels of a metre one metre away; height: of the eye
   */
  constructor({ center, horizon, focal, height }) {
    this.center = center;
    this.horizon = horizon;
    this.focal = focal;
    this.height = height;
  }

  /** The pixel of a point in space. */
  see = ([x, y, z]) => [
    this.center + (this.focal * x) / z,
    this.horizon + (this.focal * (this.height - y)) / z,
  ];

  /** How many pixels a metre has at a depth. */
  scale = (z) => this.focal / z;
}

/**
 * A turned frame of reference, for things built square: u runs along the front, v away behind it.
 *
 * @param {{ x: number, z: number, turn: number }} place turn in degrees; positive shows the left flank
 * @returns {(u: number, y: number, v: number) => number[]} a point in space
 */
export function frame({ x, z, turn }) {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (u, y, v) => [x + u * cos - v * sin, y, z + u * sin + v * cos];
}

/** Where the low sun throws the shadow of a point onto the ground. */
export const shade = ([x, y, z]) => [x + y * 2.3, 0, z - y * 0.35];

/** The outline around a cloud of pixels. */
export function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const half = (list) => {
    const chain = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

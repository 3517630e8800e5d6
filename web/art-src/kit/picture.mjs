import { chance } from "./random.mjs";

const text = (value) =>
  typeof value === "number"
    ? String(Math.round(value * 100) / 100).replace(/^(-?)0\./, "$1.")
    : value;

function attributes(values) {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${text(value)}"`)
    .join("");
}

/** One drawing being made: what lies lowest is added first. */
export class Picture {
  /** Whether pictures are drawn as they look at night; see night.mjs. */
  static night = false;

  #definitions = new Map();
  #layers = [];

  constructor(width, height, seed) {
    this.width = width;
    this.height = height;
    this.random = chance(seed);
  }

  /** Adds one shape; `paint` holds its SVG attributes, fill first of all. */
  path(data, fill, paint = {}) {
    this.#layers.push(`<path${attributes({ fill, ...paint })} d="${data}"/>`);
  }

  /** Adds a line without a filling. */
  trace(data, stroke, width, paint = {}) {
    this.#layers.push(
      `<path${attributes({ fill: "none", stroke, "stroke-width": width, ...paint })} d="${data}"/>`,
    );
  }

  /** Adds rules for the classes of shapes. */
  style(rules) {
    this.#layers.push(`<style>${rules}</style>`);
  }

  /** Covers the canvas. */
  wash(fill, paint = {}) {
    this.#layers.push(
      `<path${attributes({ fill, ...paint })} d="M0 0h${this.width}v${this.height}H0z"/>`,
    );
  }

  /** Adds what `draw` draws as one group. */
  group(paint, draw) {
    this.#layers.push(`<g${attributes(paint)}>`);
    draw();
    this.#layers.push("</g>");
  }

  /** Lets `draw` draw a thing once, to be placed any number of times with `place`. */
  thing(draw) {
    const outer = this.#layers;
    this.#layers = [];
    draw();
    const markup = this.#layers.join("");
    this.#layers = outer;
    return this.#define((id) => `<g id="${id}">${markup}</g>`);
  }

  /** Puts a thing at x, y. */
  place(id, x, y, { scale = 1, stretch = scale, turn = 0, ...paint } = {}) {
    const size =
      scale === 1 && stretch === 1
        ? ""
        : `scale(${text(scale)}${scale === stretch ? "" : ` ${text(stretch)}`})`;
    const angle = turn === 0 ? "" : `rotate(${text(turn)})`;
    const shift =
      x === 0 && y === 0
        ? ""
        : `translate(${text(Math.round(x * 10) / 10)} ${text(Math.round(y * 10) / 10)})`;
    const transform = shift + angle + size || undefined;
    this.#layers.push(`<use href="#${id}"${attributes({ transform, ...paint })}/>`);
  }

  /** A gradient along a line; without one, from the top of the shape to its foot. */
  linear(stops, { from = [0, 0], to = [0, 1], fixed = false } = {}) {
    return this.#gradient("linearGradient", stops, {
      x1: from[0] || undefined,
      y1: from[1] || undefined,
      x2: to[0],
      y2: to[1] || undefined,
      gradientUnits: fixed ? "userSpaceOnUse" : undefined,
    });
  }

  /** A gradient around a point of the canvas; `flatten` squeezes it towards the horizontal. */
  radial(stops, [x, y], radius, flatten = 1) {
    return this.#gradient("radialGradient", stops, {
      cx: 0,
      cy: 0,
      r: radius,
      gradientUnits: "userSpaceOnUse",
      gradientTransform: `translate(${text(x)} ${text(y)})${flatten === 1 ? "" : `scale(1 ${text(flatten)})`}`,
    });
  }

  /** A gradient around a point of whatever shape it fills, given in shares of its width and height. */
  halo(stops, [x, y] = [0.5, 0.5], radius = 0.5) {
    return this.#gradient("radialGradient", stops, { cx: x, cy: y, r: radius });
  }

  /** A small tile repeated over the canvas, turned by some degrees. */
  tile(size, markup, turn) {
    const place = {
      width: size,
      height: size,
      patternUnits: "userSpaceOnUse",
      patternTransform: `rotate(${turn})`,
    };
    const id = this.#define(
      (name) => `<pattern id="${name}"${attributes(place)}>${markup}</pattern>`,
    );
    return `url(#${id})`;
  }

  /** A window through which the shapes of `group({ "clip-path": … })` are seen. */
  window(data) {
    const id = this.#define((name) => `<clipPath id="${name}"><path d="${data}"/></clipPath>`);
    return `url(#${id})`;
  }

  /** A veil of greys: white lets a shape through, black holds it back. */
  mask(markup) {
    const id = this.#define(
      (name) =>
        `<mask id="${name}" maskUnits="userSpaceOnUse" x="0" y="0" width="${this.width}" height="${this.height}">${markup}</mask>`,
    );
    return `url(#${id})`;
  }

  toString() {
    const definitions = [...this.#definitions].map(([make, id]) => make.replace("\0", id)).join("");
    return `<svg xmlns="http://www.w3.org/2000/svg"${attributes({
      width: this.width,
      height: this.height,
      viewBox: `0 0 ${this.width} ${this.height}`,
    })}><defs>${definitions}</defs>${this.#layers.join("")}</svg>\n`;
  }

  #gradient(element, stops, place) {
    const list = stops
      .map(
        ([offset, color, opacity]) =>
          `<stop${attributes({ offset: offset || undefined, "stop-color": color, "stop-opacity": opacity })}/>`,
      )
      .join("");
    const id = this.#define(
      (name) => `<${element} id="${name}"${attributes(place)}>${list}</${element}>`,
    );
    return `url(#${id})`;
  }

  #define(make) {
    const key = make("\0");
    if (!this.#definitions.has(key)) this.#definitions.set(key, `d${this.#definitions.size}`);
    return this.#definitions.get(key);
  }
}

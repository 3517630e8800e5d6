import { crc32, deflateSync } from "node:zlib";

const most = 256;

/** Bayer's pattern: laid over a picture with few colours, it hides the steps between them. */
const pattern = [
  [0, 8, 2, 10],
  [12, 4, 14, 6],
  [3, 11, 1, 9],
  [15, 7, 13, 5],
];

/**
 * A PNG of at most 256 colours, a third as heavy as one of all colours.
 *
 * @param {Uint8Array} pixels red, green, blue and alpha of each pixel, row by row
 * @param {{ grain?: number }} [options] how strongly the pattern shows; none for flat colours
 */
export function png(pixels, width, height, { grain = 0 } = {}) {
  const palette = reduce(count(pixels));
  const nearest = searcher(palette);

  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const shift = grain * (pattern[y % 4][x % 4] - 7.5);
      rows[y * (width + 1) + 1 + x] = nearest(pixels.subarray(at, at + 4), shift);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap((color) => color.slice(0, 3)))),
    chunk("tRNS", Buffer.from(palette.map((color) => color[3]))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

const pack = ([r, g, b, a]) => ((r << 24) | (g << 16) | (b << 8) | a) >>> 0;

function count(pixels) {
  const counts = new Map();
  for (let i = 0; i < pixels.length; i += 4) {
    const color = pack(pixels.subarray(i, i + 4));
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return [...counts].map(([color, pixelCount]) => ({
    parts: [color >>> 24, (color >>> 16) & 255, (color >>> 8) & 255, color & 255],
    count: pixelCount,
  }));
}

/** Median cut: the heaviest box of colours is halved until there are as many boxes as may be. */
function reduce(colors) {
  const boxes = [measure(colors)];
  while (boxes.length < most) {
    const heaviest = boxes.reduce((best, box) => (box.weight > best.weight ? box : best));
    if (heaviest.weight === 0) break;
    boxes.splice(boxes.indexOf(heaviest), 1, ...halve(heaviest));
  }
  return boxes.map((box) =>
    [0, 1, 2, 3].map((k) =>
      Math.round(box.colors.reduce((sum, c) => sum + c.parts[k] * c.count, 0) / box.count),
    ),
  );
}

/** Weighs a box by how far its colours lie apart and, more gently, by how many pixels they fill. */
function measure(colors) {
  const spread = [0, 1, 2, 3].map((k) => {
    let [low, high] = [255, 0];
    for (const { parts } of colors) {
      low = Math.min(low, parts[k]);
      high = Math.max(high, parts[k]);
    }
    return high - low;
  });
  const reach = Math.max(...spread);
  const pixelCount = colors.reduce((sum, color) => sum + color.count, 0);
  return {
    colors,
    count: pixelCount,
    axis: spread.indexOf(reach),
    weight: reach * Math.sqrt(pixelCount),
  };
}

function halve({ colors, count: pixelCount, axis }) {
  const sorted = colors.toSorted((a, b) => a.parts[axis] - b.parts[axis]);
  let [cut, seen] = [1, sorted[0].count];
  while (cut < sorted.length - 1 && seen < pixelCount / 2) seen += sorted[cut++].count;
  return [measure(sorted.slice(0, cut)), measure(sorted.slice(cut))];
}

/** Finds the place in the palette of the colour next to a given one made lighter by `shift`. */
function searcher(palette) {
  const known = new Map();
  return ([r, g, b, a], shift) => {
    const wanted = [r, g, b].map((part) => Math.min(255, Math.max(0, Math.round(part + shift))));
    const key = pack([...wanted, a]);
    let best = known.get(key);
    if (best !== undefined) return best;
    let least = Infinity;
    for (const [i, color] of palette.entries()) {
      const distance =
        (color[0] - wanted[0]) ** 2 +
        (color[1] - wanted[1]) ** 2 +
        (color[2] - wanted[2]) ** 2 +
        (color[3] - a) ** 2;
      if (distance < least) [least, best] = [distance, i];
    }
    known.set(key, best);
    return best;
  };
}

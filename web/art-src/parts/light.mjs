/** What lies over a finished scene and makes it one: the warm side, the cool side, the grain. */

/** A breath of sun from the left and of evening from the right and below. */
export function atmosphere(
  art,
  { warmth = 0.3, evening = 0.45, sun = [0, art.height * 0.45] } = {},
) {
  art.wash(
    art.radial(
      [
        [0, "#ffcf7d", warmth],
        [1, "#ffcf7d", 0],
      ],
      sun,
      art.width * 0.6,
    ),
  );
  art.wash(
    art.linear(
      [
        [0.45, "#1b2350", 0],
        [1, "#141a42", evening],
      ],
      { from: [0, 0], to: [1, 0.75] },
    ),
  );
  grain(art);
}

/**
 * Printed-paper grain: a small tile of translucent specks instead of a costly noise filter. The specks keep
 * their distance and the tile lies askew, so that the eye finds no pattern in it.
 */
export function grain(art) {
  const { random } = art;
  const [cells, cell] = [8, 11];
  const specks = { "#fff": "", "#101c33": "" };
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const tone = (row + column) % 2 ? "#fff" : "#101c33";
      const place = (i) => Math.round(i * cell + random.between(1, cell - 1));
      specks[tone] += `M${place(column)} ${place(row)}h.1`;
    }
  }
  const markup = Object.entries(specks).map(
    ([tone, data]) =>
      `<path stroke="${tone}" stroke-width="1.3" stroke-opacity=".16" stroke-linecap="round" d="${data}"/>`,
  );
  art.wash(art.tile(cells * cell, markup.join(""), 27));
}

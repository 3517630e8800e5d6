/** What lies over a finished scene and makes it one: the warm side, the cool side, the grain. */

/** A breath of sun from the left and of evening from the right and below. */
export function atmosphere(art, { warmth = 0.3, evening = 0.45, sun = [0, art.height * 0.45] } = {}) {
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

/** Printed-paper grain: one small tile of translucent specks instead of a costly noise filter. */
export function grain(art) {
  const { random } = art;
  const specks = (count, size, reach) => {
    let data = "";
    for (let i = 0; i < count; i++) {
      data += `M${Math.round(random.between(2, size - 4))} ${Math.round(random.between(2, size - 4))}h${reach}`;
    }
    return data;
  };
  const row = (color, opacity, data) =>
    `<path stroke="${color}" stroke-width="1.4" stroke-opacity="${opacity}" stroke-linecap="round" d="${data}"/>`;
  art.wash(art.tile(83, row("#fff", ".1", specks(26, 83, ".1")) + row("#101c33", ".11", specks(26, 83, ".1"))));
}

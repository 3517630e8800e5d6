import { shadow } from "../kit/palette.mjs";
import { box, oval } from "../kit/path.mjs";

/**
 * A water tower 330 high with its feet on 0.
 *
 * @returns the thing to place
 */
export function waterTower(art) {
  const tank = art.linear(
    [
      [0, "#fbe6c4"],
      [0.4, "#b9a6b4"],
      [1, "#6d6b92"],
    ],
    { to: [1, 0.1] },
  );
  return art.thing(() => {
    art.trace("M-46 0L-34-190M46 0L34-190M-16 0L-12-190M16 0L12-190", "#6a6688", 5);
    art.trace(
      "M-44-30L40-100M44-30L-40-100M-39-105L36-170M39-105L-36-170M-41-100H41M-44-36H44",
      "#7c7796",
      2.5,
    );
    art.trace("M0 0V-200", "#87809b", 8);
    art.path("M-74-220C-74-190-40-172 0-172S74-190 74-220V-262H-74Z", tank);
    art.path(
      "M-74-262C-60-290-28-308 0-312C28-308 60-290 74-262Z",
      art.linear(
        [
          [0, "#ead0b4"],
          [1, "#6a6890"],
        ],
        { to: [1, 0.3] },
      ),
    );
    art.path("M-82-218H82V-211H-82Z", "#5d5b80");
    art.trace("M0-312V-330", "#5d5b80", 3);
  });
}

/**
 * A street lamp 260 high, alight.
 *
 * @returns the thing to place
 */
export function lamp(art) {
  const shine = art.halo([
    [0, "#ffe2a0", 0.75],
    [0.3, "#ffcf7d", 0.28],
    [1, "#ffcf7d", 0],
  ]);
  return art.thing(() => {
    art.path("M-4 0L-3-220H3L4 0ZM-12 0L-8-14H8L12 0Z", "#22304a");
    art.path("M-11-222H11L15-252H-15ZM-10-256H10L3-266H-3Z", "#22304a");
    art.path("M-8-225H8L11-249H-11Z", "#ffe6ad");
    art.path(oval(0, -238, 70), shine);
  });
}

/**
 * A county courthouse of the old kind, 420 wide and 470 high, standing on 0: limestone, mansards, a clock.
 *
 * @returns the thing to place
 */
export function courthouse(art) {
  const stone = art.linear(
    [
      [0, "#ffe4b6"],
      [0.35, "#d6b497"],
      [1, "#857891"],
    ],
    { to: [1, 0.1] },
  );
  const slate = art.linear(
    [
      [0, "#a3909c"],
      [0.4, "#5f6380"],
      [1, "#3a4162"],
    ],
    { to: [1, 0.1] },
  );
  const trim = "#fff0cf";
  const windows = (columns, foot, width, height) =>
    columns
      .map(
        (x) =>
          `M${x - width / 2} ${foot}v-${height - width / 2}a${width / 2} ${width / 2} 0 0 1 ${width} 0v${height - width / 2}z`,
      )
      .join("");
  return art.thing(() => {
    art.path(oval(60, 0, 300, 10), shadow, { opacity: 0.35 });
    art.path("M-186-176L-172-226H172L186-176Z", slate);
    art.path(box(-190, -178, 380, 178), stone);
    for (const x of [-190, 122]) {
      art.path(`M${x - 8}-186L${x + 8}-250H${x + 60}L${x + 76}-186Z`, slate);
      art.path(box(x - 6, -186, 80, 186), stone);
    }
    art.path(box(-52, -196, 104, 196), stone);
    art.path("M-62-196L0-232 62-196Z", stone);
    art.path("M-46-226L-38-290H38L46-226Z", slate);
    art.path(box(-34, -372, 68, 86), stone);
    art.path("M-42-372L-26-424H26L42-372Z", slate);
    art.path("M-16-424L0-456 16-424Z", slate);
    art.trace("M0-456V-474", "#3a4162", 3);
    art.path(
      box(-200, -184, 88, 7) +
        box(112, -184, 88, 7) +
        box(-190, -124, 380, 5) +
        box(-190, -62, 380, 5) +
        box(-60, -199, 120, 7) +
        box(-42, -376, 84, 7) +
        box(-40, -290, 80, 6),
      trim,
    );
    art.path(oval(0, -330, 23), trim);
    art.path(oval(0, -330, 18), "#fff9e6");
    art.trace("M0-343V-330L9-324", "#3a3142", 3, { "stroke-linecap": "round" });
    const columns = [-172, -142, -98, -74, 74, 98, 142, 172];
    const lit = [-30, 0, 30];
    art.path(
      windows(columns, -134, 13, 32) +
        windows(columns, -72, 13, 36) +
        windows(columns, -14, 13, 34),
      "#545c84",
    );
    art.path(
      windows(lit, -134, 15, 38) + windows(lit, -72, 15, 40) + windows([-98, 142], -72, 13, 36),
      "#ffc36b",
    );
    art.path(windows([0], 0, 34, 46), "#5d3a2c");
    art.path("M-34 0L-28-10H28L34 0Z", "#cdb59f");
  });
}

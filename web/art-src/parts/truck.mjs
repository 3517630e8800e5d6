import { bluebonnet, shadow } from "../kit/palette.mjs";
import { oval } from "../kit/path.mjs";

/**
 * The service pickup, 560 long and 180 high, headed left with its wheels on 0.
 *
 * @returns the thing to place
 */
export function truck(art) {
  const paint = art.linear([
    [0, "#fff4dd"],
    [0.45, "#e3cfc0"],
    [1, "#978da6"],
  ]);
  const glass = art.linear(
    [
      [0, "#ffdca4"],
      [0.5, "#8f93b8"],
      [1, "#3d4a6b"],
    ],
    { to: [1, 0.6] },
  );
  return art.thing(() => {
    art.path(oval(20, 2, 310, 12), shadow, { opacity: 0.5 });
    art.path(
      "M66-112V-150C66-160 72-164 80-164H168C176-164 182-160 182-150V-112Z",
      art.linear([
        [0, "#f3d9ac"],
        [1, "#a48e86"],
      ]),
    );
    art.path("M196-112V-146H256V-112Z", "#5d6680");
    art.trace("M56-114V-182H262V-114M56-180H-70", "#39445f", 5, { "stroke-linejoin": "round" });
    art.path(
      "M-276-62C-279-90-272-100-252-104L-152-113C-132-118-114-166-96-172C-80-176 10-177 24-173C36-168 42-140 45-117L270-115C277-115 280-110 279-102L277-58C276-50 270-46 262-46H-262C-272-47-275-54-276-62Z",
      paint,
    );
    art.path(
      "M-128-117C-116-140-106-158-98-164C-80-167-60-167-44-167V-117ZM-34-117V-167H8C20-166 26-150 29-117Z",
      glass,
    );
    art.path("M-270-90L277-86 277-76-274-80Z", bluebonnet);
    art.path(
      "M-276-62C-275-54-272-47-262-46H262C270-46 276-50 277-58V-52C276-42 270-38 262-38H-262C-272-38-277-44-276-62Z",
      "#3b4257",
    );
    art.path("M-274-86C-276-96-270-100-258-101L-256-86Z", "#ffd488");
    art.trace("M-39-114V-50M45-114V-50", "#8d8299", 2);
    for (const x of [-176, 168]) {
      art.path(oval(x, -42, 48), "#262b3d");
      art.path(oval(x, -38, 39), "#171c26");
      art.path(oval(x, -38, 21), "#b9a9a6");
      art.path(oval(x, -38, 8), "#4a4a58");
    }
  });
}

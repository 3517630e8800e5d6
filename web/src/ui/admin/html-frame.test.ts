import { expect, test } from "vitest";
import { fixViewportUnits } from "./html-frame";

test.each([
  [".min-h-screen{min-height:100vh}", ".min-h-screen{min-height:800px}"],
  [".h-dvh{height:100dvh;top:-5svh}", ".h-dvh{height:800px;top:-40px}"],
  [
    String.raw`.h-\[calc\(50vh-2rem\)\]{height:calc(50vh - 2rem)}`,
    String.raw`.h-\[calc\(50vh-2rem\)\]{height:calc(400px - 2rem)}`,
  ],
  [
    String.raw`.h-\[min\(12\.5vh\,3rem\)\]{height:min(12.5vh,3rem)}`,
    String.raw`.h-\[min\(12\.5vh\,3rem\)\]{height:min(100px,3rem)}`,
  ],
  [".w-screen{width:100vw}", ".w-screen{width:100vw}"],
])("%s becomes %s", (css, fixed) => {
  expect(fixViewportUnits(css, 800)).toBe(fixed);
});

import type { Locator, Page } from "@playwright/test";

/**
 * Puts a finger on one element and drags it to the middle of another. Lifts it once the page
 * has noticed where it is.
 */
export async function dragByTouch(
  page: Page,
  from: Locator,
  to: Locator,
  noticed: () => Promise<void>,
): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const start = await middleOf(from);
  const end = await middleOf(to);
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: object[]) =>
    cdp.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: touchPoints as { x: number; y: number }[],
    });
  await touch("touchStart", [start]);
  const steps = 8;
  for (let step = 1; step <= steps; step++) {
    const part = step / steps;
    await touch("touchMove", [
      { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part },
    ]);
  }
  await noticed();
  await touch("touchEnd", []);
  await cdp.detach();
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

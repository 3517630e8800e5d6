import { expect, type Locator, type Page } from "@playwright/test";

// All of these need page.clock.install() before the page is opened.

/** Stops the clock; from now on only the test advances it. */
export async function pauseClock(page: Page): Promise<void> {
  // A minute, because the clock goes on until the second call arrives.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

/** Runs the stopped clock, for at most 1.6 of the five seconds of a toast. */
export async function advanceUntil(page: Page, condition: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(20);
        return condition();
      },
      { intervals: [250] },
    )
    .toBe(true);
}

/** Does something that shows a toast, and stops the clock, so that the toast stays as it is. */
export async function holdToastOf(
  page: Page,
  toast: Locator,
  action: () => Promise<void>,
): Promise<void> {
  await pauseClock(page);
  await action();
  await advanceUntil(page, () => toast.isVisible());
}

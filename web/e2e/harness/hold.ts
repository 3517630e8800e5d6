import type { Page } from "@playwright/test";

/**
 * Keeps the requests for an address waiting until the returned function is called. Then they go on
 * to the server, or are lost on the way.
 */
export async function hold(page: Page, address: string, then: "send" | "lose" = "send") {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await (then === "send" ? route.continue() : route.abort());
  });
  return release;
}

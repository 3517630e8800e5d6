import type { Page } from "@playwright/test";

/**
 * Delays the requests that match until the returned function is called. Then they continue to the
 * server or are aborted.
 */
export async function holdRequests(
  page: Page,
  url: string,
  then: "continue" | "abort" = "continue",
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await (then === "continue" ? route.continue() : route.abort());
  });
  return release;
}

/** Answers the requests that match with this data, without asking the server. */
export async function respondWith(page: Page, url: string, data: unknown): Promise<void> {
  await page.route(url, (route) => route.fulfill({ json: { success: true, data } }));
}

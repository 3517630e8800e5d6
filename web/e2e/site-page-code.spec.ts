import type { Page } from "@playwright/test";
import { expect, test, waitForHydration, waitForLoad } from "./harness/test";
import { siteScreen } from "./screens/site";

/** The scripts that the browser has loaded, without the hashes in their names. */
function loadedScripts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => /\/assets\/(.+)-[\w-]{8}\.js$/.exec(name)?.[1] ?? "")
      .filter((name) => name !== ""),
  );
}

test("the first view loads the code of its page, the rest follows when the visitor moves", async ({
  page,
}) => {
  await page.goto("/about");
  await waitForLoad(page);
  const first = await loadedScripts(page);
  expect(first).toContain("about");
  for (const other of ["home", "blog", "contact"]) expect(first).not.toContain(other);
  await page.mouse.move(40, 40);
  await expect
    .poll(() => loadedScripts(page))
    .toEqual(expect.arrayContaining(["home", "blog", "contact"]));
});

test("a page whose code is gone after a release is loaded as a document", async ({
  page,
  errorLog,
}) => {
  errorLog.allow(/ERR_FAILED/);
  await page.goto("/programs");
  await waitForHydration(page);
  await page.route("**/assets/about-*.js", (route) => route.abort());
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
  await siteScreen(page).navLink("About Us").click();
  await reloaded;
  await page.unroute("**/assets/about-*.js");
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("heading", { name: "Integrity" })).toBeVisible();
});

test("a page without its code shows an error while offline, and can be opened later", async ({
  page,
  context,
  errorLog,
}) => {
  errorLog.allow(/ERR_INTERNET_DISCONNECTED|could not be loaded/);
  await page.goto("/programs");
  await waitForHydration(page);
  const { main, navLink } = siteScreen(page);
  await context.setOffline(true);
  await navLink("About Us").click();
  await expect(main).toContainText("Sorry, this page could not be shown.");
  await context.setOffline(false);
  await navLink("Services").click();
  await expect(page.getByRole("heading", { level: 1, name: "Our Services" })).toBeVisible();
  await navLink("About Us").click();
  await expect(page.getByRole("heading", { name: "Integrity" })).toBeVisible();
});

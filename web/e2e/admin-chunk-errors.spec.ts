import { expect, test } from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";

for (const [part, code, open] of [
  ["the messages", "messages-sheet", "Messages"],
  ["the uploader", "uploader", "Upload Images"],
] as const) {
  test(`the dashboard stays usable when the code of ${part} fails to load`, async ({
    page,
    server,
    errorLog,
  }) => {
    errorLog.allow(/ERR_FAILED|Failed to fetch dynamically imported module/);
    await signIn(page, server);
    const screen = adminScreen(page);
    await page.route(`**/assets/${code}-*.js`, (route) => route.abort());
    await screen.open("images");
    await page.getByRole("button", { name: open }).click();
    await expect(screen.dialog).toContainText("This part could not be loaded.");
    await page.keyboard.press("Escape");
    await expect(screen.dialog).toBeHidden();
    await expect(screen.logout).toBeVisible();
  });
}

import { expect, test } from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";

for (const path of ["/about", "/services/termite-control"]) {
  test(`stored markup on ${path} cannot cover the rest of the page`, async ({ page }) => {
    await page.goto(path);
    const elements = page.locator("main .contained");
    await expect(elements.first()).toBeVisible();
    for (const element of await elements.all()) {
      await element.scrollIntoViewIfNeeded();
      const result = await element.evaluate((container) => {
        const link = document.createElement("a");
        Object.assign(link.style, { position: "fixed", inset: "-5000px", zIndex: "9999" });
        container.append(link);
        const box = container.getBoundingClientRect();
        // The room for focus outlines is half a rem.
        const margin = parseFloat(getComputedStyle(document.documentElement).fontSize) / 2 + 1;
        let inside = 0;
        let outside = 0;
        for (let x = 5; x < innerWidth; x += 10) {
          for (let y = 5; y < innerHeight; y += 10) {
            if (document.elementFromPoint(x, y) !== link) continue;
            const within =
              x >= box.left - margin &&
              x <= box.right + margin &&
              y >= box.top - margin &&
              y <= box.bottom + margin;
            if (within) inside++;
            else outside++;
          }
        }
        link.remove();
        return { covers: inside > 0, outside };
      });
      expect(result).toEqual({ covers: true, outside: 0 });
    }
  });
}

test("the preview of the about text is a sandboxed frame, and a click on it edits", async ({
  page,
  server,
}) => {
  await signIn(page, server);
  const screen = adminScreen(page);
  await screen.open();
  await screen.button("About").click();
  const frame = screen.panel.locator('iframe[title="About Content"]');
  await expect(frame).toHaveAttribute("sandbox", "allow-same-origin");
  const text = () =>
    frame.evaluate((element: HTMLIFrameElement) => element.contentDocument?.body.textContent);
  await expect.poll(text).toMatch(/\w/);
  await screen.button("Enable Editing").click();
  // Forced, because the frame passes the click on.
  await frame.click({ force: true });
  await expect(screen.panel.getByRole("textbox", { name: "About Content" })).toBeFocused();
});

import { accessibilityViolations, expect, test, waitForHydration } from "./harness/test";
import { phone, publicPaths, storeTheme, themes } from "./screens/site";

for (const path of publicPaths) {
  for (const theme of themes) {
    test(`${path} has no accessibility violations in the ${theme} theme`, async ({ page }) => {
      await storeTheme(page, theme);
      await page.goto(path);
      await waitForHydration(page);
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.setViewportSize(phone);
      expect(await accessibilityViolations(page), "on a phone").toEqual([]);
    });
  }
}

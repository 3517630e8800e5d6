import { expect, test, violationsInBothThemes, waitForHydration } from "./harness/test";
import { phone, publicPaths } from "./screens/site";

for (const path of publicPaths) {
  test(`${path} has no accessibility violations in either theme`, async ({ page }) => {
    await page.goto(path);
    await waitForHydration(page);
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.setViewportSize(phone);
    expect(await violationsInBothThemes(page), "on a phone").toEqual([]);
  });
}

import type { Page } from "@playwright/test";
import { slugOf } from "../src/lib/slug";
import { expect, test, waitForHydration } from "./harness/test";
import { addUser, adminScreen, signIn, uniqueName } from "./screens/admin";

/** The boxes of the bar and of the buttons to call and chat do not overlap. */
async function expectBarBelowDock(page: Page): Promise<void> {
  const bar = await page.getByRole("navigation", { name: "Signed in" }).boundingBox();
  const dock = await page.getByRole("complementary", { name: "Quick contact" }).boundingBox();
  expect(bar && dock && dock.y + dock.height).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the staff bar leads from a page to what is edited there, and signs out", async ({
    page,
    server,
    adminApi,
    errorLog,
  }) => {
    errorLog.allow(/status of 401/);
    const name = uniqueName("Ants under the bar");
    const slug = slugOf(name);
    await adminApi.save("/api/admin/service", {
      name,
      slug,
      shortDescription: "Ants.",
      fullDescription: "<p>Ants.</p>",
    });
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await page.goto("/");
    await waitForHydration(page);
    expect(requested.filter((path) => path.startsWith("/api/auth"))).toEqual([]);

    await signIn(page, server);
    await page.goto("/admin");
    await expect(adminScreen(page).logout).toBeVisible();
    await page.goto(`/services/${slug}`);
    const bar = page.getByRole("navigation", { name: "Signed in" });
    await expect(bar.getByRole("link", { name: "Messages" })).toBeVisible();
    await expectBarBelowDock(page);
    await bar.getByRole("link", { name: "Edit this page" }).tap();
    const dialog = page.getByRole("dialog", { name: "Edit Service" });
    await expect(dialog.getByLabel("Name")).toHaveValue(name);
    await dialog.getByRole("button", { name: "Cancel" }).tap();
    await expect(page).toHaveURL("/admin?tab=services");

    await page.goto("/about");
    await bar.getByRole("button", { name: "Sign out" }).tap();
    await expect(bar).toHaveCount(0);
    await page.goto("/admin");
    await expect(page).toHaveURL("/login");
  });

  test("staff who cannot edit are told so, and call and chat stay free", async ({
    page,
    server,
  }) => {
    await signIn(page, server, addUser(server, "staff"));
    await page.goto("/admin");
    await expect(page).toHaveURL("/");
    const bar = page.getByRole("navigation", { name: "Signed in" });
    await expect(bar).toContainText("This account cannot edit the site.");
    await expectBarBelowDock(page);
    await bar.getByRole("button", { name: "Password" }).tap();
    await expect(page.getByRole("dialog", { name: "Change password" })).toBeVisible();
  });
});

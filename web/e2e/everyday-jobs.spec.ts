import type { Locator, Page } from "@playwright/test";
import { slugOf } from "../src/lib/slug";
import { png } from "./harness/png";
import { Server } from "./harness/server";
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

// No day has hours yet, so these tests have a server of their own.
const fresh = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
  server: async ({}, use) => {
    const server = await Server.start();
    await use(server);
    await server.stop();
  },
});

/** Counts how often the screen is pressed for each job, and reports it. */
class Taps {
  #count = 0;
  constructor(readonly touch: boolean) {}

  press = async (target: Locator): Promise<void> => {
    this.#count++;
    await (this.touch ? target.tap() : target.click());
  };

  done(job: string, atMost: number): void {
    fresh.info().annotations.push({ type: "taps", description: `${job}: ${this.#count}` });
    expect(this.#count, job).toBeLessThanOrEqual(atMost);
    this.#count = 0;
  }
}

for (const [name, use] of [
  ["on a phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ["at a desk", { viewport: { width: 1280, height: 800 } }],
] as const) {
  fresh.describe(name, () => {
    fresh.use(use);

    fresh(
      "the owner's day: headline, hours, a picture, and a mistake taken back",
      async ({ page, server, errorLog }) => {
        errorLog.allow(/status of 401/);
        const taps = new Taps("hasTouch" in use);
        const { press } = taps;
        const screen = adminScreen(page);
        await fresh.step("sign in", async () => {
          await page.goto("/login");
          await press(page.getByLabel("Username"));
          await page.keyboard.type(server.admin.username);
          await press(page.getByLabel("Password"));
          await page.keyboard.type(server.admin.password);
          await press(page.getByRole("button", { name: "Log in" }));
          await expect(screen.logout).toBeVisible();
          taps.done("sign in", 3);
        });
        await fresh.step("the headline", async () => {
          await press(screen.button("Enable Editing"));
          await press(screen.button("Edit Hero Title"));
          await screen.panel.getByRole("textbox").fill("Granbury without ants");
          await press(screen.button("Save"));
          await screen.expectToast("Content updated");
          taps.done("headline", 3);
        });
        await fresh.step("hours as visitors see them", async () => {
          await press(screen.tab("Business Hours"));
          const monday = screen.panel.getByRole("row", { name: /^Monday/ });
          await expect(monday.getByText("Monday")).toHaveAttribute(
            "data-note",
            "Visitors see 8:00 AM to 5:00 PM",
          );
          await press(monday.getByRole("button", { name: "Edit Monday" }));
          await expect(screen.dialog.getByLabel("Opening Time")).toHaveValue("9:00 AM");
          await press(screen.dialog.getByRole("button", { name: /as visitors see now$/ }));
          await expect(screen.dialog.getByLabel("Opening Time")).toHaveValue("8:00 AM");
          await press(screen.dialog.getByRole("button", { name: "Save Changes" }));
          await screen.expectToast("Hours updated");
          await expect(monday).toContainText("8:00 AM");
          taps.done("hours", 4);
        });
        await fresh.step("a picture", async () => {
          await press(screen.tab("Images"));
          await press(screen.button("Upload Images"));
          const chooser = page.waitForEvent("filechooser");
          await press(screen.dialog.getByRole("button", { name: "Choose pictures" }));
          await (await chooser).setFiles(png("barn.png", 70));
          await press(screen.dialog.getByRole("button", { name: "Upload 1 file" }));
          await screen.expectToast("Image uploaded successfully!");
          taps.done("image", 4);
        });
        await fresh.step("a mistake is taken back", async () => {
          const library = screen.panel.getByRole("region", { name: "Image Library" });
          const barn = library.getByRole("button", { name: /^barn/ });
          await press(barn);
          await press(screen.dialog.getByRole("button", { name: "Use as Picture of the Owners" }));
          await expect(screen.dialog).toContainText("This is the picture of the owners.");
          await press(screen.dialog.getByRole("button", { name: "Delete Image" }));
          await expect(screen.alert).toContainText("This action cannot be undone.");
          await press(screen.alert.getByRole("button", { name: "Delete", exact: true }));
          await expect(barn).toHaveCount(0);
          await screen.expectToast("Image deleted");
          await press(page.getByRole("button", { name: "Undo" }));
          await expect(barn).toContainText("Used in 1 place");
          const home = await (await page.request.get("/")).text();
          expect(home).toContain("Granbury without ants");
          expect(home).toMatch(/src="\/objects\/[^"]+"[^>]*alt="The owners of/);
          taps.done("picture of the owners, deleted and brought back", 5);
        });
      },
    );
  });
}

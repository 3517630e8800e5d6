import type { Locator, Page } from "@playwright/test";
import { slugOf } from "../src/lib/slug";
import { png } from "./harness/png";
import { secondCompany } from "./harness/second-company";
import { Server } from "./harness/server";
import { Taps } from "./harness/taps";
import { expect, sweep, test, waitForHydration, waitForIdle } from "./harness/test";
import { addUser, adminScreen, signIn, uniqueName } from "./screens/admin";
import { chatScreen, inboxScreen } from "./screens/chat";

/** The boxes of the bar and of the buttons to call and chat do not overlap. */
async function expectBarBelowDock(page: Page): Promise<void> {
  const boxOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect());
  const overlap = async () => {
    const bar = await boxOf(page.getByRole("navigation", { name: "Signed in" }));
    const dock = await boxOf(page.getByRole("complementary", { name: "Quick contact" }));
    return dock.bottom - bar.top;
  };
  // The dock moves once the height of the bar is known.
  await expect.poll(overlap).toBeLessThanOrEqual(1);
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

// No day has hours yet, so these tests have a server of their own: that of another company.
const fresh = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
  server: async ({}, use) => {
    const server = await Server.start({ company: secondCompany });
    await use(server);
    await server.stop();
  },
});

for (const [name, use] of [
  ["on a phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ["at a desk", { viewport: { width: 1280, height: 800 } }],
] as const) {
  fresh.describe(name, name === "at a desk" ? sweep : {}, () => {
    fresh.use(use);

    fresh(
      "the owner's day: headline, hours, service, article, picture, colleague, answer, mistake",
      async ({ page, newPage, server, errorLog }) => {
        errorLog.allow(/status of 401/);
        const taps = new Taps(fresh.info(), "hasTouch" in use);
        const { press, type } = taps;
        const screen = adminScreen(page);
        await fresh.step("sign in", async () => {
          await page.goto("/login");
          await type(page.getByLabel("Username"), server.admin.username);
          await type(page.getByLabel("Password"), server.admin.password);
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
        await fresh.step("a service", async () => {
          await press(screen.tab("Services"));
          await press(screen.button("Edit Service").first());
          await type(screen.dialog.getByLabel("Short Description"), "Granbury without termites.");
          await press(screen.dialog.getByRole("button", { name: "Save Changes" }));
          await screen.expectToast("Service updated");
          taps.done("edit a service", 4);
        });
        await fresh.step("an article with a photo", async () => {
          await press(screen.tab("Blog Posts"));
          await press(screen.button("New Blog Post"));
          await expect(
            screen.dialog.getByRole("textbox", { name: "Title", exact: true }),
          ).toBeFocused();
          await page.keyboard.type("Swarms in Granbury");
          await type(screen.dialog.getByLabel("Excerpt"), "Wings on a sill.");
          await type(
            screen.dialog.getByRole("textbox", { name: "Content", exact: true }),
            "They fly in spring.",
          );
          const chooser = page.waitForEvent("filechooser");
          await press(screen.dialog.getByRole("button", { name: "Picture", exact: true }));
          await (await chooser).setFiles(png("wings.png", 110));
          await expect(screen.dialog.getByRole("textbox", { name: "Content" })).toHaveValue(
            /!\[Picture\]\(\/objects/,
          );
          await press(screen.dialog.getByRole("button", { name: "Create Post" }));
          await screen.expectToast("Success");
          taps.done("article with a photo", 6);
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
        await fresh.step("a colleague is invited", async () => {
          await press(page.getByRole("button", { name: /^Menu of/ }));
          await press(page.getByRole("menuitem", { name: "People" }));
          await press(screen.dialog.getByRole("button", { name: "Invite Person" }));
          const invite = page.getByRole("dialog", { name: "Invite Person" });
          await type(invite.getByLabel("Full Name"), "Ben Brazos");
          await press(invite.getByRole("button", { name: "Invite", exact: true }));
          const shown = page.getByRole("dialog", { name: "Invitation" });
          await expect(shown.getByLabel("Link")).toHaveValue(/login#invitation=/);
          taps.done("invite", 5);
          await shown.getByRole("button", { name: "Done" }).click();
          await expect(shown).toHaveCount(0);
          // Radix gives Escape back to the sheet some time after the dialog has gone.
          await waitForIdle(page);
          await page.keyboard.press("Escape");
        });
        await fresh.step("a visitor is answered", async () => {
          const visitor = await newPage();
          await visitor.goto("/");
          const chat = chatScreen(visitor);
          await chat.open();
          await chat.send("Ants in the kitchen");
          await press(page.getByRole("button", { name: /^Messages/ }));
          const inbox = inboxScreen(page);
          await press(inbox.sheet.getByRole("button").filter({ hasText: "Ants in the kitchen" }));
          await expect(inbox.box).toBeFocused();
          await page.keyboard.type("We come tomorrow.");
          await press(inbox.sendButton);
          await expect(chat.messages).toContainText("We come tomorrow.");
          taps.done("answer a chat", 3);
          await page.keyboard.press("Escape");
        });
        await fresh.step("a mistake is taken back", async () => {
          const library = screen.panel.getByRole("region", { name: "Image Library" });
          const barn = library.getByRole("button", { name: /^barn/ });
          await press(barn);
          await press(screen.dialog.getByRole("button", { name: "Use as Picture of the Owners" }));
          await expect(screen.dialog).toContainText("This is the picture of the owners.");
          // The library may still be loading the picture.
          errorLog.allow(/\/objects\/images\/.* status of 404/);
          await press(screen.dialog.getByRole("button", { name: "Delete Image" }));
          await expect(screen.alert).toContainText("This action cannot be undone.");
          await press(screen.alert.getByRole("button", { name: "Delete", exact: true }));
          await expect(barn).toHaveCount(0);
          await screen.expectToast("Image deleted");
          await press(page.getByRole("button", { name: "Undo" }));
          await expect(barn).toContainText("Used in 1 place");
          await expect(barn.locator("img")).toHaveJSProperty("naturalWidth", 32);
          const home = await (await page.request.get("/")).text();
          expect(home).toContain("Granbury without ants");
          expect(home).toMatch(/src="\/objects\/[^"]+"[^>]*alt="The owners of/);
          taps.done("picture of the owners, deleted and brought back", 5);
        });
      },
    );
  });
}

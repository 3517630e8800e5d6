import type { Page } from "@playwright/test";
import { accessibilityFaults, expect, linesOf, settled, test } from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";

type Screen = ReturnType<typeof adminScreen>;
type Tab = Parameters<Screen["open"]>[0];

/** Every tab and dialog, and how to get there. */
const places: [name: string, tab: Tab, open?: (screen: Screen, page: Page) => Promise<unknown>][] =
  [
    ["Site Content", "content", (screen) => screen.button("Enable Editing").waitFor()],
    [
      "an inline editor",
      "content",
      async (screen) => {
        await screen.button("Enable Editing").click();
        await screen.button("Edit Hero Title").click();
      },
    ],
    ["the about preview", "content", (screen) => screen.button("About").click()],
    [
      "the services preview",
      "content",
      async (screen) => {
        await screen.button("Services").click();
        await screen.button("Change Image").first().waitFor();
      },
    ],
    ["the contact preview", "content", (screen) => screen.button("Contact").click()],
    ["a section without a template", "content", (screen) => screen.button("Footer").click()],
    ["the table view", "content", (screen) => screen.tab("Table View").click()],
    [
      "Add New Content",
      "content",
      async (screen) => {
        await screen.button("Add New Content").click();
        await screen.dialog.getByLabel("Content", { exact: true }).fill("Harmless");
      },
    ],
    [
      "Add Service",
      "content",
      async (screen) => {
        await screen.button("Services").click();
        await screen.button("Add Service").click();
      },
    ],
    [
      "Service Image",
      "content",
      async (screen) => {
        await screen.button("Services").click();
        await screen.button("Change Image").first().click();
      },
    ],
    ["Services", "services", (screen) => screen.button("Edit Service").first().waitFor()],
    ["Edit Service", "services", (screen) => screen.button("Edit Service").first().click()],
    [
      "the template editor",
      "services",
      async (screen) => {
        await screen.button("Edit Template").first().click();
        await screen.tab("HTML Code").waitFor();
      },
    ],
    [
      "the template preview",
      "services",
      async (screen) => {
        await screen.button("Edit Template").first().click();
        await screen.tab("Preview").click();
        await screen.panel.locator("iframe").waitFor();
      },
    ],
    [
      "Blog Posts",
      "posts",
      (screen) =>
        screen
          .button(/^Edit /)
          .first()
          .waitFor(),
    ],
    [
      "Edit Blog Post",
      "posts",
      (screen) =>
        screen
          .button(/^Edit /)
          .first()
          .click(),
    ],
    [
      "the question before deleting",
      "posts",
      (screen) =>
        screen
          .button(/^Delete /)
          .first()
          .click(),
    ],
    ["Images", "images", (screen) => screen.panel.getByLabel("Search images").waitFor()],
    [
      "the uploader",
      "images",
      async (screen) => {
        await screen.button("Upload Images").click();
        await screen.dialog.getByRole("button", { name: "browse files" }).waitFor();
      },
    ],
    ["Social Media", "social", (screen) => screen.button("Add New Link").waitFor()],
    ["Add New Social Link", "social", (screen) => screen.button("Add New Link").click()],
    [
      "the question about unsaved changes",
      "social",
      async (screen, page) => {
        await screen.button("Add New Link").click();
        await screen.dialog.getByLabel("Platform").fill("youtube");
        await page.keyboard.press("Escape");
      },
    ],
    ["Business Hours", "hours", (screen) => screen.button("Edit Monday").waitFor()],
    ["Edit Monday Hours", "hours", (screen) => screen.button("Edit Monday").click()],
    [
      "a message",
      "services",
      async (screen, page) => {
        await screen.panel.getByRole("combobox").waitFor();
        await page.keyboard.press("ControlOrMeta+s");
        await screen.says("No service selected");
      },
    ],
  ];

for (const [name, tab, open] of places) {
  test(`${name} is accessible in both themes and fits a phone`, async ({ page, server }) => {
    await signIn(page, server);
    const screen = adminScreen(page);
    await screen.open(tab);
    await open?.(screen, page);
    // What has not faded in yet counts as hidden.
    await settled(page);
    for (const theme of ["light", "dark"]) {
      await page.evaluate((value) => {
        document.documentElement.dataset.theme = value;
      }, theme);
      expect(await accessibilityFaults(page), `in the ${theme} theme`).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => page.evaluate(beyondTheScreen)).toEqual([]);
  });
}

test("tables show whole words on the smallest phone", async ({ page, server }) => {
  const url = "https://www.facebook.com/a-page-with-quite-a-long-address";
  const day = { day: "wednesday", openTime: "10:00 AM", closeTime: "12:30 PM", isClosed: false };
  const link = { id: 1, platform: "facebook", url, icon: "", active: false };
  // Shown, not saved: other journeys look at the same days and links.
  for (const [path, record] of Object.entries({ "business-hours": day, "social-links": link })) {
    await page.route(`**/api/admin/${path}`, (route) =>
      route.fulfill({ json: { success: true, data: [record] } }),
    );
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page, server);
  const screen = adminScreen(page);
  const words = (text: string) => screen.panel.getByText(text, { exact: true });

  await screen.open("hours");
  for (const text of ["Wednesday", "10:00 AM", "12:30 PM"]) {
    expect(await words(text).evaluate(linesOf), text).toBe(1);
  }
  await screen.open("social");
  expect(await words("Facebook").evaluate(linesOf)).toBe(1);
  const address = screen.panel.getByRole("link", { name: url });
  expect((await address.boundingBox())?.width).toBeGreaterThan(150);
  expect(await page.evaluate(beyondTheScreen)).toEqual([]);
});

/** What is wider than the screen, or a dialog that does not fit it. */
function beyondTheScreen(): string[] {
  const dialogs = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")];
  const wide = [document.documentElement, ...dialogs]
    .filter((element) => element.scrollWidth > element.clientWidth)
    .map((element) => `${element.tagName} is ${element.scrollWidth} wide`);
  const outside = dialogs
    .map((dialog) => dialog.getBoundingClientRect())
    .filter(({ x, y, right, bottom }) => x < 0 || y < 0 || right > 360 || bottom > 740)
    .map((box) => `a dialog stands at ${JSON.stringify(box)}`);
  return [...wide, ...outside];
}

import type { Page } from "@playwright/test";
import { respondWith } from "./harness/routes";
import {
  countLines,
  expect,
  sweep,
  test,
  violationsInBothThemes,
  waitForAnimations,
} from "./harness/test";
import { addUser, adminScreen, signIn, tabNames } from "./screens/admin";
import { phone } from "./screens/site";

type Screen = ReturnType<typeof adminScreen>;
type Tab = keyof typeof tabNames;

/** Every tab and dialog, and how to open it. */
const views: [name: string, tab: Tab, open?: (screen: Screen, page: Page) => Promise<unknown>][] = [
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
    "the delete confirmation",
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
      await screen.dialog.getByRole("button", { name: "Choose pictures" }).waitFor();
    },
  ],
  ["Social Media", "social", (screen) => screen.button("Add New Link").waitFor()],
  ["Add New Social Link", "social", (screen) => screen.button("Add New Link").click()],
  [
    "the note about unsaved changes",
    "social",
    async (screen, page) => {
      await screen.button("Add New Link").click();
      await screen.dialog.getByLabel("Platform").fill("youtube");
      await page.keyboard.press("Escape");
      await screen.expectToast("Kept for later");
    },
  ],
  ["Business Hours", "hours", (screen) => screen.button("Edit Monday").waitFor()],
  ["Edit Monday Hours", "hours", (screen) => screen.button("Edit Monday").click()],
  ["Add Special Day", "hours", (screen) => screen.button("Add Special Day").click()],
  ["Reorder Services", "services", (screen) => screen.button("Reorder").click()],
  [
    "Delete Service",
    "services",
    (screen) =>
      screen
        .button(/^Delete /)
        .first()
        .click(),
  ],
  [
    "a toast",
    "services",
    async (screen, page) => {
      await screen.panel.getByRole("combobox").waitFor();
      await page.keyboard.press("ControlOrMeta+s");
      await screen.expectToast("No service selected");
    },
  ],
];

for (const tab of new Set(views.map(([, tab]) => tab))) {
  test(
    `${tab}: every view is accessible in both themes and fits a phone`,
    sweep,
    async ({ page, server }) => {
      // What is left unfinished here is not offered to other tests.
      await signIn(page, server, addUser(server, "admin"));
      const screen = adminScreen(page);
      const wide = page.viewportSize() ?? phone;
      await screen.open(tab);
      for (const [name, , open] of views.filter((view) => view[1] === tab)) {
        await test.step(name, async () => {
          await open?.(screen, page);
          // axe skips elements that are still fading in.
          await waitForAnimations(page);
          expect.soft(await violationsInBothThemes(page), name).toEqual([]);
          await page.setViewportSize(phone);
          await expect.poll(() => page.evaluate(overflowingElements), name).toEqual([]);
          await page.setViewportSize(wide);
          await startOver(screen, page, tab);
        });
      }
    },
  );
}

/** Shows the tab as it was at first. A new page would have to compile axe anew. */
async function startOver(screen: Screen, page: Page, tab: Tab): Promise<void> {
  const layers = screen.dialog.or(screen.alert);
  const close = async () => {
    const count = await layers.count();
    // A dialog may lie on another one.
    if (count) await page.keyboard.press("Escape");
    return count;
  };
  await expect.poll(close).toBe(0);
  await screen.tab(tabNames[tab === "hours" ? "social" : "hours"]).click();
  await screen.tab(tabNames[tab]).click();
}

test("a dialog on a screen of 320 by 256 pixels scrolls as a whole", async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await signIn(page, server);
  const screen = adminScreen(page);
  await screen.open("services");
  await screen.button("Edit Service").first().click();
  const save = screen.dialog.getByRole("button", { name: "Save Changes" });
  await expect(save).not.toBeInViewport();
  await expect(save).toBeEnabled();
  await save.focus();
  await expect(save).toBeInViewport({ ratio: 1 });
});

test("tables do not break words at 320 pixels", async ({ page, server }) => {
  const url = "https://www.facebook.com/a-page-with-quite-a-long-path";
  const day = { day: "wednesday", openTime: "10:00 AM", closeTime: "12:30 PM", isClosed: false };
  const socialLink = { id: 1, platform: "facebook", url, icon: "", active: false };
  // Not saved, because other tests use the same days and links.
  for (const [path, record] of Object.entries({
    "business-hours": day,
    "social-links": socialLink,
  })) {
    await respondWith(page, `**/api/admin/${path}`, [record]);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page, server);
  const screen = adminScreen(page);
  const cell = (text: string) => screen.panel.getByText(text, { exact: true });

  await screen.open("hours");
  for (const text of ["Wednesday", "10:00 AM", "12:30 PM"]) {
    expect(await cell(text).evaluate(countLines), text).toBe(1);
  }
  await screen.open("social");
  expect(await cell("Facebook").evaluate(countLines)).toBe(1);
  const link = screen.panel.getByRole("link", { name: url });
  expect((await link.boundingBox())?.width).toBeGreaterThan(150);
  expect(await page.evaluate(overflowingElements)).toEqual([]);
});

/** Elements wider than the screen, and dialogs that do not fit on it; runs in the page. */
function overflowingElements(): string[] {
  const dialogs = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")];
  const wide = [document.documentElement, ...dialogs]
    .filter((element) => element.scrollWidth > element.clientWidth)
    .map((element) => `${element.tagName} is ${element.scrollWidth} wide`);
  const outside = dialogs
    .map((dialog) => dialog.getBoundingClientRect())
    .filter(({ x, y, right, bottom }) => x < 0 || y < 0 || right > 360 || bottom > 740)
    .map((box) => `a dialog is at ${JSON.stringify(box)}`);
  return [...wide, ...outside];
}

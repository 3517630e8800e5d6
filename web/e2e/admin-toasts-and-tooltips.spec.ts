import type { Locator, Page } from "@playwright/test";
import { expect, test, waitForHydration } from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";

/** Stops the clock; from now on only the test advances it. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

/** Moves the pointer to the target in steps, as a person does. */
async function moveTo(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error("the target is not on the screen");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y, { steps: 8 });
}

test.beforeEach(({ page }) => page.clock.install());

test.describe("a toast", () => {
  test.beforeEach(async ({ page, server }) => {
    await signIn(page, server);
    await adminScreen(page).open("services");
    // Both lists of services have loaded: what is loading would stay so.
    await expect(page.getByRole("combobox")).toBeVisible();
    await expect(adminScreen(page).button("Edit Service").first()).toBeVisible();
    await pauseClock(page);
    await page.keyboard.press("ControlOrMeta+s");
    await adminScreen(page).expectToast("No service selected");
  });

  test("closes after five seconds, but not while hovered", async ({ page }) => {
    const { toast } = adminScreen(page);
    await page.clock.runFor(4000);
    await toast.hover();
    await page.clock.runFor(20_000);
    await expect(toast).toBeVisible();
    await page.mouse.move(5, 5);
    await page.clock.runFor(1500);
    await expect(toast).toBeHidden();
  });

  test("replaces the previous one and has a close button", async ({ page }) => {
    const { toast } = adminScreen(page);
    await page.keyboard.press("ControlOrMeta+s");
    await expect(toast).toHaveCount(1);
    await toast.getByRole("button", { name: "Close" }).click();
    await expect(toast).toBeHidden();
  });

  test("closes on a swipe of 50 px to the right, not on a shorter one", async ({ page }) => {
    const { toast } = adminScreen(page);
    const swipe = async (distance: number) => {
      const box = await toast.boundingBox();
      if (!box) throw new Error("the toast is not on the screen");
      const [x, y] = [box.x + 30, box.y + 20];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + distance / 2, y, { steps: 3 });
      await page.mouse.move(x + distance, y, { steps: 3 });
      await page.mouse.up();
    };
    await swipe(40);
    await expect(toast).toBeVisible();
    await swipe(70);
    await expect(toast).toBeHidden();
  });

  test("gets the focus with F8, and closing it returns the focus to the dialog", async ({
    page,
  }) => {
    const screen = adminScreen(page);
    await screen.button("Edit Service").first().click();
    await screen.dialog.getByLabel("Slug").focus();
    await page.keyboard.press("F8");
    await expect(
      page.getByRole("region", { name: /Notifications/ }).getByRole("list"),
    ).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(screen.toast).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(screen.toast.getByRole("button", { name: "Close" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(screen.toast).toBeHidden();
    await page.clock.runFor(100);
    await expect(screen.dialog.getByLabel("Slug")).toBeFocused();
  });
});

for (const [width, height] of [
  [360, 640],
  [740, 360],
  [1280, 800],
] as const) {
  test(`at ${width} × ${height} no error covers the button for the next attempt`, async ({
    page,
    server,
    errorLog,
  }) => {
    test.slow();
    errorLog.allow(/status of 40[01]/);
    await page.setViewportSize({ width, height });
    const screen = adminScreen(page);
    /** Presses the button, which fails, and expects that it can be pressed again as it stands. */
    const expectRetry = async (button: Locator, title: string) => {
      await button.click();
      await screen.expectToast(title);
      await expect(screen.toast).toBeInViewport({ ratio: 1 });
      // A button is out of reach while its request is pending.
      await expect(button).toBeEnabled();
      await expect.poll(() => button.evaluate(isReachable), title).toBe(true);
    };

    await page.goto("/login");
    await waitForHydration(page);
    await page.getByLabel("Username").fill("nobody");
    await page.getByLabel("Password").fill("not the password");
    await expectRetry(page.getByRole("button", { name: "Log in" }), "Login failed");

    await signIn(page, server);
    await page.route("/api/admin/**", (route) =>
      route.request().method() === "GET"
        ? route.fallback()
        : route.fulfill({ status: 400, json: { success: false, message: "Not like this." } }),
    );
    await screen.open();
    await screen.button("Enable Editing").click();
    await screen.button("Edit Features Section Title").click();
    await screen.panel.getByRole("textbox").fill("Not saved");
    await expectRetry(screen.button("Save"), "Update failed");

    await screen.open("posts");
    await screen.button("New Blog Post").click();
    await expectRetry(screen.dialog.getByRole("button", { name: "Create Post" }), "Error");
    await screen.dialog.getByRole("button", { name: "Cancel" }).click();
    await screen
      .button(/^Delete /)
      .first()
      .click();
    await expectRetry(screen.alert.getByRole("button", { name: "Delete", exact: true }), "Error");

    await screen.open("services");
    await screen.button("Edit Service").first().click();
    await expectRetry(
      screen.dialog.getByRole("button", { name: "Save Changes" }),
      "Error updating service",
    );
    const alert = screen.dialog.getByRole("alert");
    await expect.poll(() => alert.evaluate(isReachable)).toBe(true);
  });
}

for (const [width, height] of [
  [390, 844],
  [320, 568],
] as const) {
  test(`at ${width} × ${height} no error covers the field that it is about`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, server);
    const screen = adminScreen(page);
    /** Presses the button, and expects to see the refused field, its label, the reason and the button. */
    const expectSeen = async (label: string, save: string) => {
      const field = screen.dialog.getByLabel(new RegExp(`^${label}`));
      const button = screen.dialog.getByRole("button", { name: save });
      await button.click();
      await expect(screen.toast).toBeInViewport({ ratio: 1 });
      await expect(field).toBeFocused();
      const reason = page.locator(`#${await field.getAttribute("aria-describedby")}`);
      const name = screen.dialog.locator("label").filter({ hasText: label });
      for (const needed of [field, reason, name, button]) {
        await expect(needed).toBeInViewport({ ratio: 1 });
        await expect.poll(() => covers(screen.toast, needed)).toBe(false);
      }
      await screen.toast.getByRole("button", { name: "Close" }).click();
      await expect(screen.toast).toBeHidden();
    };

    await screen.open("posts");
    await screen.button("New Blog Post").click();
    await expectSeen("Title", "Create Post");

    await screen.open("social");
    await screen.button("Add New Link").click();
    const tooLong = "x".repeat(301);
    await screen.dialog.getByLabel("Platform").fill(tooLong);
    await screen.dialog.getByLabel("URL").fill("https://example.com/");
    await expectSeen("Platform", "Add Link");
    await screen.dialog.getByLabel("Platform").fill("youtube");
    await screen.dialog.getByLabel("URL").fill("mailto:somebody@example.com");
    await expectSeen("URL", "Add Link");

    await screen.open("hours");
    await screen.button("Edit Thursday").click();
    await screen.dialog.getByLabel("Opening Time").fill(tooLong);
    await expectSeen("Opening Time", "Save Changes");
    await screen.dialog.getByLabel("Opening Time").fill("9:00 AM");
    await screen.dialog.getByRole("button", { name: "Add Second Interval" }).click();
    await screen.dialog.getByLabel("Second Closing Time").fill(tooLong);
    await expectSeen("Second Closing Time", "Save Changes");
  });
}

/** Whether one box is over another. */
async function covers(upper: Locator, lower: Locator): Promise<boolean> {
  const [a, b] = [await upper.boundingBox(), await lower.boundingBox()];
  if (!a || !b) throw new Error("one of them is not on the screen");
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Whether nothing covers the middle of an element; runs in the page. */
function isReachable(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

test("tooltips open after 700 ms of hover, and at once on focus or after another", async ({
  page,
  server,
}) => {
  // Tall enough that nothing scrolls, because scrolling closes tooltips.
  await page.setViewportSize({ width: 1280, height: 2000 });
  await signIn(page, server);
  const screen = adminScreen(page);
  await screen.open("hours");
  await expect(screen.button("Edit Sunday")).toBeVisible();
  await pauseClock(page);
  const tooltip = page.getByRole("tooltip");
  await moveTo(page, screen.button("Edit Monday"));
  await page.clock.runFor(650);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(tooltip).toHaveText("Edit Monday");
  await page.mouse.move(300, 20, { steps: 8 });
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(200);
  await moveTo(page, screen.button("Edit Thursday"));
  await page.clock.runFor(50);
  await expect(tooltip).toHaveText("Edit Thursday");
  await page.mouse.move(300, 20, { steps: 8 });
  await expect(tooltip).toHaveCount(0);
  await page.getByRole("tabpanel").filter({ visible: true }).focus();
  await page.keyboard.press("Tab");
  await page.clock.runFor(50);
  await expect(tooltip).toHaveText("Edit Monday");
});

test("a tooltip does not open with a dialog, and Escape closes the dialog at once", async ({
  page,
  server,
}) => {
  await signIn(page, server);
  const screen = adminScreen(page);
  const tooltip = page.getByRole("tooltip");
  await screen.open("images");
  await page.keyboard.press("Tab");
  await screen.button("Upload Images").press("Enter");
  await expect(screen.dialog).toBeFocused();
  await expect(tooltip).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(tooltip).toHaveText("Close");
  await page.keyboard.press("Escape");
  await expect(screen.dialog).toHaveCount(0);

  await screen.open("social");
  await screen.button("Add New Link").click();
  await screen.dialog.getByLabel("Platform").fill("youtube");
  await page.keyboard.press("Shift+Tab");
  await screen.dialog.getByRole("button", { name: "Close" }).focus();
  await expect(tooltip).toHaveText("Close");
  await page.keyboard.press("Escape");
  await expect(screen.alert).toContainText("Discard unsaved changes?");
  await expect(tooltip).toHaveCount(0);
});

test("header buttons have tooltips when their labels are hidden", async ({ page, server }) => {
  await signIn(page, server);
  await adminScreen(page).open();
  const tooltip = page.getByRole("tooltip");
  const messages = page.getByRole("button", { name: /^Messages/ });
  await page.keyboard.press("Tab");
  await messages.focus();
  await expect(tooltip).toHaveCount(0);
  await page.setViewportSize({ width: 600, height: 800 });
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(600);
  await page.keyboard.press("Shift+Tab");
  await expect(tooltip).toHaveText("View Site");
  await page.keyboard.press("Tab");
  await expect(tooltip).toHaveText("Messages");
});

import type { Locator, Page } from "@playwright/test";
import { advanceUntil, pauseClock } from "./harness/clock";
import { expect, test, waitForHydration } from "./harness/test";
import { adminScreen, signIn, waitForResponses } from "./screens/admin";

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

  test("moves nothing when it closes by itself", async ({ page }) => {
    const { alert, button, toast } = adminScreen(page);
    await button(/^Delete /)
      .first()
      .click();
    await expect(alert.locator(".toast")).toBeVisible();
    const cancel = alert.getByRole("button", { name: "Cancel" });
    await cancel.hover(); // waits until it stands still
    const place = await cancel.boundingBox();
    await page.clock.runFor(6000);
    await expect(toast).toBeHidden();
    expect(await cancel.boundingBox()).toEqual(place);
    await page.keyboard.press("Tab");
    await expect.poll(() => cancel.boundingBox()).not.toEqual(place);
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

const sizes = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 740, height: 360 },
  { width: 1280, height: 800 },
];

test.describe("at any size a toast covers no title, field or button", () => {
  test("of the sign-in and of what opens next", async ({ page, server }) => {
    await page.route("/api/auth/login", (route) =>
      route.fulfill({ json: { success: false, message: "Not with this one." } }),
    );
    await page.goto("/login");
    await waitForHydration(page);
    await page.getByLabel("Username").fill(server.admin.username);
    await page.getByLabel("Password").fill(server.admin.password);
    const button = page.getByRole("button", { name: "Log in" });
    await expectToastBeside(page, button, "Login failed");

    await page.unroute("/api/auth/login");
    await page.route("/api/account", async (route) => {
      const { data, ...envelope } = await (await route.fetch()).json();
      const account = { ...data, setupDue: true, setupPostponed: false };
      await route.fulfill({ json: { ...envelope, data: account } });
    });
    await pauseClock(page);
    await button.click();
    await advanceUntil(page, async () => new URL(page.url()).pathname === "/admin");
    const setup = page.getByRole("region", { name: "Make this account yours" });
    await advanceUntil(page, () => setup.isVisible());
    await expect(adminScreen(page).toast).toContainText("Login successful");
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect(await coveredByToast(page), `at ${size.width} pixels`).toEqual([]);
    }
  });

  test("of a dialog, a sheet or the page", async ({ page, server, adminApi, errorLog }) => {
    errorLog.allow(/status of 400/);
    const hours = { openTime: "9:00 AM", closeTime: "5:00 PM", isClosed: false };
    await adminApi.save("/api/admin/business-hours", { day: "thursday", ...hours });
    await signIn(page, server);
    await page.route(/\/api\/(admin|account)\//, (route) =>
      route.request().method() === "GET"
        ? route.fallback()
        : route.fulfill({ status: 400, json: { success: false, message: "Not like this." } }),
    );
    const screen = adminScreen(page);
    const { dialog, alert } = screen;

    await screen.open("posts");
    await screen.button("New Blog Post").click();
    const create = dialog.getByRole("button", { name: "Create Post" });
    await expectToastBeside(page, create, "Error", dialog.getByLabel(/^Title/));
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await screen
      .button(/^Delete /)
      .first()
      .click();
    await expectToastBeside(page, alert.getByRole("button", { name: /^Delete/ }), "Error");

    await screen.open("hours");
    await screen.button("Edit Thursday").click();
    await dialog.getByRole("button", { name: "Add Hours After a Break" }).click();
    await dialog.getByLabel("Second Closing Time").fill("x".repeat(301));
    // These stand beside the buttons.
    await expect(dialog.getByText(/^Draft saved/)).toBeVisible();
    await expect(dialog.getByRole("button", { name: "History" })).toBeVisible();
    const save = dialog.getByRole("button", { name: "Save Changes" });
    const closing = dialog.getByLabel(/^Second Closing Time/);
    await expectToastBeside(page, save, "Update failed", closing);

    await page.goto("/admin?panel=account");
    await dialog.getByLabel("Full name").fill("Somebody Else");
    await expectToastBeside(page, dialog.getByRole("button", { name: "Save Name" }), "Save failed");

    await screen.open();
    await screen.button("Enable Editing").click();
    await screen.button("Edit Features Section Title").click();
    await screen.panel.getByRole("textbox").fill("Not saved");
    await expectToastBeside(page, screen.button("Save"), "Update failed");
  });
});

/**
 * Presses the button at every size, and expects a toast that is in view with the button and the
 * refused field, but covers nothing.
 */
async function expectToastBeside(
  page: Page,
  button: Locator,
  title: string,
  refused?: Locator,
): Promise<void> {
  const { toast } = adminScreen(page);
  for (const size of sizes) {
    await test.step(`${title} at ${size.width} × ${size.height}`, async () => {
      await page.setViewportSize(size);
      await expect(button).toBeEnabled();
      await pauseClock(page);
      await button.click();
      await advanceUntil(page, () => toast.getByText(title, { exact: true }).isVisible());
      // A button is out of reach while its request is pending.
      await advanceUntil(page, () => button.isEnabled());
      await expect(toast).toBeInViewport({ ratio: 1 });
      // The edge of a scrolling part can cut off a pixel.
      await expect(button).toBeInViewport({ ratio: 0.95 });
      expect(await button.evaluate(isReachable)).toBe(true);
      // On a phone held sideways a field, its label and the reason do not fit above toast and buttons.
      if (refused && size.height > 400) await expectRefused(page, refused);
      expect(await coveredByToast(page)).toEqual([]);
      await page.clock.resume();
      await toast.getByRole("button", { name: "Close" }).click();
      await expect(toast).toBeHidden();
    });
  }
}

/** Whether nothing covers the middle of an element; runs in the page. */
function isReachable(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

/** Expects that the refused field has the focus and is in view with its label and the reason. */
async function expectRefused(page: Page, field: Locator): Promise<void> {
  await expect(field).toBeFocused();
  const described = await field.getAttribute("aria-describedby");
  const reason = page.locator(`#${described?.split(" ")[0]}`);
  const label = page.locator(`label[for="${await field.getAttribute("id")}"]`);
  for (const seen of [field, reason, label]) await expect(seen).toBeInViewport({ ratio: 1 });
}

/**
 * The titles, fields and buttons of the topmost layer that the toast covers, or that cannot be
 * scrolled into view beside it.
 */
function coveredByToast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const layers = document.querySelectorAll("[role=dialog], [role=alertdialog]");
    const layer = layers[layers.length - 1] ?? document.body;
    const toast = layer.querySelector(".toast");
    if (!toast) return ["no toast in the topmost layer"];
    /** The part of an element that its scrolling ancestors show. */
    const visibleBox = (element: Element) => {
      let { top, right, bottom, left } = element.getBoundingClientRect();
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === "visible") continue;
        if (around === document.documentElement) continue;
        const edges = around.getBoundingClientRect();
        top = Math.max(top, edges.top);
        right = Math.min(right, edges.right);
        bottom = Math.min(bottom, edges.bottom);
        left = Math.max(left, edges.left);
      }
      return { top, right, bottom, left };
    };
    const isHidden = (element: Element) => {
      const { top, right, bottom, left } = visibleBox(element);
      return top >= bottom || left >= right;
    };
    const isCovered = (element: Element) => {
      const [a, b] = [visibleBox(toast), visibleBox(element)];
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    };
    const needed = [
      ...layer.querySelectorAll(
        "h1, h2, h3, label, input:not([aria-hidden]), textarea, select, button, [role=alert]",
      ),
    ].filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return !toast.contains(element) && element.checkVisibility() && width * height > 4;
    });
    // The dashboard goes on below the place for toasts.
    const covered = toast.closest(".sticky")
      ? []
      : needed.filter((element) => !isHidden(element) && isCovered(element));
    for (const element of needed) {
      element.scrollIntoView({ block: "nearest" });
      if (isHidden(element)) covered.push(element);
      // The header and the dock of the login page stay while a toast scrolls past them.
      else if (isCovered(element) && !element.closest(".sticky, .fixed")) covered.push(element);
    }
    return covered.map((element) => element.outerHTML);
  });
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
  await page.clock.runFor(20);
  await expect(tooltip).toHaveText("Edit Thursday");
  // In one leap, as out of the window.
  await page.mouse.move(0, 0);
  await expect(tooltip).toHaveCount(0);
  await page.getByRole("tabpanel").filter({ visible: true }).focus();
  await page.keyboard.press("Tab");
  await page.clock.runFor(20);
  await expect(tooltip).toHaveText("What is this?");
});

test("a tooltip does not open with a dialog, and Escape closes the dialog at once", async ({
  page,
  server,
}) => {
  await signIn(page, server);
  const screen = adminScreen(page);
  const tooltip = page.getByRole("tooltip");
  await screen.open("images");
  // A notice that appears late moves the page, which closes the tooltip.
  await waitForResponses(page);
  await page.keyboard.press("Tab");
  await screen.button("Upload Images").press("Enter");
  await expect(screen.dialog).toBeFocused();
  await expect(tooltip).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(tooltip).toHaveText("Close");
  await page.keyboard.press("Escape");
  await expect(screen.dialog).toHaveCount(0);

  await screen.open("social");
  await waitForResponses(page);
  await screen.button("Add New Link").click();
  await screen.dialog.getByLabel("Platform").fill("youtube");
  await page.keyboard.press("Shift+Tab");
  await screen.dialog.getByRole("button", { name: "Close" }).focus();
  await expect(tooltip).toHaveText("Close");
  await page.keyboard.press("Escape");
  await expect(screen.dialog).toHaveCount(0);
  await expect(tooltip).toHaveCount(0);
});

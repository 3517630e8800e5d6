import type { Locator, Page } from "@playwright/test";
import { holdRequests } from "./harness/routes";
import { expect, test, waitForHydration } from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";
import { chatScreen, inboxScreen } from "./screens/chat";
import { phone, siteScreen, storeTheme } from "./screens/site";

// Sentences of the specification that other tests do not cover, by section. How ambiguous ones are
// read is in docs/decisions/0013-readings-of-the-specification.md.

const desk = { light: "rgb(243, 244, 246)", dark: "rgb(22, 25, 28)" };

/** The height of an element in CSS pixels. */
async function heightOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.height ?? 0;
}

test.describe("section 2, layout", () => {
  test("the route change from the login to the back office scrolls to the top", async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width: 640, height: 300 });
    await page.goto("/login");
    await waitForHydration(page);
    await page.getByLabel("Username").fill(server.admin.username);
    await page.getByLabel("Password").fill(server.admin.password);
    await page.getByRole("button", { name: "Log in" }).scrollIntoViewIfNeeded();
    expect(await siteScreen(page).scrollTop()).toBeGreaterThan(0);
    await page.getByLabel("Password").press("Enter");
    await expect(adminScreen(page).logout).toBeVisible();
    await expect.poll(siteScreen(page).scrollTop).toBe(0);
    await page.evaluate(() => window.scrollTo(0, 500));
    await adminScreen(page).tab("Business Hours").click();
    await expect(page).toHaveURL("/admin?tab=hours");
    expect(await siteScreen(page).scrollTop(), "a tab is not a route").toBeGreaterThan(0);
  });

  for (const theme of ["light", "dark"] as const) {
    test(`the back office has its title and background from the first paint (${theme})`, async ({
      page,
      server,
    }) => {
      await signIn(page, server);
      await storeTheme(page, theme);
      const background = () =>
        page.evaluate(() => {
          const top = document.elementsFromPoint(5, innerHeight - 5);
          const colors = top.map((element) => getComputedStyle(element).backgroundColor);
          return colors.find((color) => color !== "rgba(0, 0, 0, 0)");
        });
      const releaseEntry = await holdRequests(page, "**/assets/*.js");
      const releaseDashboard = await holdRequests(page, "**/assets/admin-gate-*.js");
      await page.goto("/admin", { waitUntil: "commit" });
      await expect.poll(background).toBe(desk[theme]);
      await expect(page).toHaveTitle(/^Admin Dashboard \| /);
      releaseEntry();
      await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
      expect(await background()).toBe(desk[theme]);
      await expect(page).toHaveTitle(/^Admin Dashboard \| /);
      await expect(page.locator("title")).toHaveCount(1);
      releaseDashboard();
      await expect(adminScreen(page).logout).toBeVisible();
      await expect(page.locator("title")).toHaveCount(1);
    });
  }

  test("the back office keeps its title and background if its code fails to load", async ({
    page,
    server,
    errorLog,
  }) => {
    errorLog.allow(/ERR_FAILED|Failed to fetch dynamically imported module/);
    await signIn(page, server);
    await page.route("**/assets/admin-gate-*.js", (route) => route.abort());
    await page.goto("/admin");
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("The back office could not be loaded.");
    await expect(page).toHaveTitle(/^Admin Dashboard \| /);
    await expect(alert.locator("xpath=..")).toHaveCSS("background-color", desk.light);
  });
});

test.describe("section 2, /contact", () => {
  for (const viewport of [phone, { width: 1280, height: 800 }]) {
    test(`the map is embedded, lazy, below the first view at ${viewport.width} px`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      const html = await (await page.request.get("/contact")).text();
      expect(html).toMatch(/<iframe [^>]*loading="lazy"/);
      const loaded = page.waitForRequest((request) => request.frame() !== page.mainFrame());
      await page.goto("/contact");
      await waitForHydration(page);
      const map = page.getByRole("main").locator("iframe");
      expect((await map.boundingBox())?.y).toBeGreaterThanOrEqual(viewport.height);
      await map.scrollIntoViewIfNeeded();
      await loaded;
      // The map has no background of its own while it loads, so the drawing behind it shows.
      const drawing = map.locator("xpath=../preceding-sibling::img");
      expect(await drawing.boundingBox()).toEqual(await map.boundingBox());
      await expect(map).toHaveCSS("color-scheme", "light");
    });
  }

  test("a stored map is in the page as it was saved", async ({ adminApi, page }) => {
    const src = "https://www.google.com/maps/embed?pb=1";
    const { id } = await adminApi.save("/api/admin/content", {
      key: "map_embed",
      section: "contact",
      type: "html",
      value: `<iframe src="${src}" title="Our yard"></iframe>`,
    });
    await page.goto("/contact");
    // Other tests expect the default map.
    await adminApi.delete(`/api/admin/content/${id}`);
    await expect(page.getByTitle("Our yard")).toHaveAttribute("src", src);
    await expect(page.getByTitle("Our yard")).toHaveAttribute("loading", "lazy");
  });
});

test.describe("section 4, states", () => {
  test("the session is fetched again after a logout, before the home page opens", async ({
    page,
    server,
    errorLog,
  }) => {
    errorLog.allow(/status of 401/);
    await signIn(page, server);
    const screen = adminScreen(page);
    await screen.open();
    await expect(screen.logout).toBeVisible();
    const requests: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (request.isNavigationRequest() || pathname.startsWith("/api/auth/")) {
        requests.push(`${request.method()} ${pathname}`);
      }
    });
    const visited: string[] = [];
    page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
    await screen.logout.click();
    await expect(page).toHaveURL("/");
    expect(requests).toEqual(["POST /api/auth/logout", "GET /api/auth/user", "GET /"]);
    expect(visited).toEqual(["/"]);
  });

  test("the icon-only controls of the public pages have tooltips", async ({ page }) => {
    const tooltip = page.getByRole("tooltip");
    await page.setViewportSize(phone);
    await page.goto("/");
    await waitForHydration(page);
    const { header, menuButton } = siteScreen(page);
    await menuButton.hover();
    await expect(tooltip).toHaveText("Open menu");
    await menuButton.click();
    await expect(tooltip).toHaveCount(0);
    await chatScreen(page).open();
    await page.keyboard.press("Shift+Tab");
    await page.getByRole("button", { name: "Close chat" }).focus();
    await expect(tooltip).toHaveText("Close chat");
    await page.keyboard.press("Escape");

    const call = header.getByRole("link", { name: /^Call/ });
    await page.setViewportSize({ width: 1100, height: 800 });
    await call.hover();
    await expect(tooltip).toHaveText(/^Call \(\d/);
    await page.setViewportSize({ width: 1400, height: 800 });
    await expect(call).toContainText(/\(\d/);
    await expect(tooltip).toBeHidden();
  });

  test("the pencil of the inline editor has a tooltip", async ({ page, server }) => {
    await signIn(page, server);
    const screen = adminScreen(page);
    await screen.open();
    await screen.button("Enable Editing").click();
    await screen.button("Edit Hero Title").hover();
    await expect(page.getByRole("tooltip")).toHaveText("Edit Hero Title");
  });
});

test("section 5, template save: a chosen service that is still loading counts as selected", async ({
  page,
  server,
}) => {
  await signIn(page, server);
  const screen = adminScreen(page);
  await screen.open("services");
  const release = await holdRequests(page, "/api/services/*");
  await page.getByRole("combobox").selectOption({ label: "Termite Control" });
  await expect(page.getByText("Loading the template...")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+s");
  release();
  await expect(screen.panel.getByRole("textbox", { name: "Template" })).toBeVisible();
  await expect(screen.toast).toHaveCount(0);
});

test.describe("section 9, textareas of forms are 80 to 120 px high unless their rows are specified", () => {
  test.beforeEach(({ page, server }) => signIn(page, server));

  /** Expects that every visible textarea has a specified number of rows or the height of a form's. */
  async function expectFormHeights(page: Page, specifiedRows: Record<string, number> = {}) {
    const boxes = page.locator("textarea:visible");
    await expect(boxes).not.toHaveCount(0);
    for (const box of await boxes.all()) {
      const name = await box.evaluate(
        (element: HTMLTextAreaElement) =>
          element.labels[0]?.textContent ?? element.getAttribute("aria-label") ?? "",
      );
      const rows = specifiedRows[name];
      if (rows) {
        await expect(box, name).toHaveAttribute("rows", String(rows));
        continue;
      }
      const height = await heightOf(box);
      expect(height, name).toBeGreaterThanOrEqual(80);
      expect(height, name).toBeLessThanOrEqual(120);
    }
  }

  test("content dialogs", async ({ page }) => {
    const screen = adminScreen(page);
    await screen.open();
    await screen.button("Add New Content").click();
    for (const type of ["text", "html"]) {
      await screen.dialog.getByLabel("Type", { exact: true }).selectOption(type);
      await expectFormHeights(page);
    }
    await screen.dialog.getByRole("button", { name: "Cancel" }).click();
    await screen.answerKept("Discard");
    await screen.button("Contact").click();
    await screen.button("Edit Map Embed").click();
    await expect(screen.dialog).toHaveAccessibleName("Edit Content");
    await expectFormHeights(page);
  });

  test("inline editor", async ({ page }) => {
    const screen = adminScreen(page);
    await screen.open();
    await screen.button("Enable Editing").click();
    for (const [section, name] of [
      ["Home", "Edit Hero Title"],
      ["Home", "Edit Hero Background Image"],
      ["About", "Edit About Content"],
      ["Contact", "Edit Map Embed"],
    ] as const) {
      await screen.button(section).click();
      await screen.button(name).click();
      await expectFormHeights(page);
      await screen.button("Cancel").click();
    }
  });

  test("service dialogs", async ({ page }) => {
    const screen = adminScreen(page);
    await screen.open();
    await screen.button("Services").click();
    await screen.button("Add Service").click();
    await expectFormHeights(page);
    await screen.open("services");
    await screen.button("Edit Service").first().click();
    await expectFormHeights(page, {
      "Short Description": 3,
      "Full Description": 6,
      Features: 4,
    });
  });

  test("post dialog", async ({ page }) => {
    const screen = adminScreen(page);
    await screen.open("posts");
    await screen.button("New Blog Post").click();
    await expectFormHeights(page, { "Excerpt *": 3, "Content *": 15 });
    await expect(screen.dialog.getByText("Blog Post Image (optional)")).toBeVisible();
  });

  test("template editor", async ({ page }) => {
    const screen = adminScreen(page);
    await screen.open("services");
    await page.getByRole("combobox").selectOption({ label: "Termite Control" });
    const box = screen.panel.getByRole("textbox", { name: "Template" });
    await expect(box).toBeVisible();
    expect(await heightOf(box)).toBeGreaterThanOrEqual(400);
  });

  test("chat and messages", async ({ page }) => {
    await page.goto("/");
    await waitForHydration(page);
    await chatScreen(page).open();
    await expectFormHeights(page);
    await chatScreen(page).send("Is this box high enough?");
    await expect(chatScreen(page).messages).toContainText("Sent");
    await adminScreen(page).open();
    const inbox = inboxScreen(page);
    await inbox.open();
    await inbox.sheet.getByText("Quick replies", { exact: true }).click();
    await expectFormHeights(page);
    await inbox.openConversation("Is this box high enough?");
    await expectFormHeights(page);
  });
});

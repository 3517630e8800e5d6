import type { Locator } from "@playwright/test";
import { accessibilityViolations, expect, sweep, test, waitForHydration } from "./harness/test";
import { adminScreen, signIn, uniqueName } from "./screens/admin";

test("an unsaved edit is previewed, compared and not published", async ({
  page,
  server,
  adminApi,
  errorLog,
}) => {
  // Chromium reports the link that is clicked below, and each time that this test, not the page,
  // runs a script to look into the frame.
  errorLog.allow(/Blocked opening .* in a new window|Blocked script execution in 'about:srcdoc'/);
  const slug = uniqueName("ants");
  const name = uniqueName("Ant Control");
  const { id } = await adminApi.save("/api/admin/service", {
    name,
    slug,
    shortDescription: "Before",
    fullDescription: "<p>Before</p>",
    template: '<h2>{name}</h2><p class="mt-[37px]">Old words</p>',
  });
  const before = await (await page.request.get(`/services/${slug}`)).text();
  await signIn(page, server);
  const screen = adminScreen(page);
  await screen.open("services");
  const service = screen.panel.getByRole("combobox", { name: "Service", exact: true });
  await service.selectOption(String(id));
  const template = screen.panel.getByRole("textbox", { name: "Template" });
  await expect(template).toHaveValue(/Old words/);
  await expect(screen.panel.getByText(/^Changes \d+ page/)).toBeHidden();

  await template.fill('<h2>{name}</h2><p class="mt-[41px]" onclick="x()">New words</p>');
  const changes = screen.button(`Changes 1 page: ${name}`);
  await expect(changes).toBeVisible();
  await changes.click();
  const dialog = page.getByRole("dialog", { name: "What changes" });
  await expect(dialog.getByRole("combobox", { name: "Page" })).toHaveValue(`/services/${slug}`);
  const old = dialog.getByRole("region", { name: "Before" }).frameLocator("iframe");
  const now = dialog.getByRole("region", { name: "After" }).frameLocator("iframe");
  await expect(old.getByText("Old words")).toBeVisible();
  await expect(now.getByText("New words")).toBeVisible();
  // The page is styled, by classes that no page has used before too.
  await expect(now.getByText("New words")).toHaveCSS("margin-top", "41px");
  await expect(now.getByRole("navigation").first()).toHaveCSS("display", /./);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await screen.button("Preview page").click();
  const preview = page.getByRole("dialog", { name: "Preview page" });
  const frame = preview.frameLocator("iframe");
  await expect(frame.getByRole("heading", { level: 1 })).toContainText(name);
  await expect(frame.getByText("New words")).toBeVisible();
  await expect(frame.getByText("New words")).not.toHaveAttribute("onclick");
  await expect(frame.locator("script")).toHaveCount(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  // A link leads nowhere.
  await frame.getByRole("link", { name: "About Us" }).first().click();
  await expect(frame.getByText("New words")).toBeVisible();
  // The focus is in the frame now, which passes Escape on once it is styled.
  await expect(preview.locator("iframe")).toHaveCSS("opacity", "1");
  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();
  expect(await (await page.request.get(`/services/${slug}`)).text()).toBe(before);

  // The last edit goes away with the answer "discard".
  await template.fill("");
  await expect(changes).toBeVisible();
  await template.fill('<h2>{name}</h2><p class="mt-[37px]">Old words</p>');
  await expect(changes).toBeHidden();
});

const long = Array.from({ length: 40 }, (_, i) => `Paragraph ${i}.`).join("\n\n");

test("posts and texts have previews too", async ({ page, server, adminApi, errorLog }) => {
  errorLog.allow(/status of 400/);
  const slug = uniqueName("post");
  await adminApi.save("/api/admin/blog-posts", {
    title: slug,
    slug,
    excerpt: "Before",
    content: long,
  });
  await signIn(page, server);
  const screen = adminScreen(page);
  await screen.open("posts");
  await screen.button(`Edit ${slug}`).click();
  const form = page.getByRole("dialog", { name: "Edit Blog Post" });
  await form.getByRole("textbox", { name: "Title", exact: true }).fill(`New ${slug}`);
  await expect(form.getByRole("button", { name: /^Changes \d pages: New / })).toBeVisible();
  await form.getByRole("button", { name: "Preview page" }).click();
  const preview = page.getByRole("dialog", { name: "Preview page" });
  await expect(
    preview.frameLocator("iframe").getByRole("heading", { name: `New ${slug}`, level: 1 }),
  ).toBeVisible();
  await page.keyboard.press("Escape");

  // Both pages are scrolled to the first difference, and one without any says so.
  const changes = page.getByRole("dialog", { name: "What changes" });
  const content = form.getByRole("textbox", { name: "Content", exact: true });
  await form.getByRole("textbox", { name: "Title", exact: true }).fill(slug);
  await content.fill(`${long}\n\nThe new end.`);
  await form.getByRole("button", { name: /^Changes 1 page/ }).click();
  await expect(
    changes.getByRole("region", { name: "After" }).frameLocator("iframe").getByText("The new end."),
  ).toBeInViewport();
  await expect(changes.getByText("This page looks the same.")).toBeHidden();
  await page.keyboard.press("Escape");
  await content.fill(long);
  await form.getByRole("textbox", { name: "Excerpt" }).fill("After");
  await form.getByRole("button", { name: /^Changes \d pages/ }).click();
  await expect(changes.getByText("This page looks the same.")).toBeVisible();
  await page.keyboard.press("Escape");

  await form.getByRole("textbox", { name: "Title", exact: true }).fill("");
  await form.getByRole("button", { name: "Preview page" }).click();
  await expect(preview.getByRole("alert")).toContainText("Title");
  await page.keyboard.press("Escape");
  await form.getByRole("button", { name: "Cancel" }).click();
  expect(await (await page.request.get(`/blog/${slug}`)).text()).not.toContain("New ");
});

test(
  "hours, special days and social links have previews too",
  sweep,
  async ({ page, server, errorLog }) => {
    // Chromium reports each time that this test, not the page, looks into the frame.
    errorLog.allow(/Blocked script execution in 'about:(srcdoc|blank)'/);
    const contact = async () => (await page.request.get("/contact")).text();
    const before = await contact();
    await signIn(page, server);
    const screen = adminScreen(page);
    const preview = page.getByRole("dialog", { name: "Preview page" });
    const shown = preview.frameLocator("iframe");
    /** Opens the page with the edit, expects something in it and leaves without saving. */
    const expectPreview = async (form: Locator, expected: () => Promise<void>) => {
      await expect(
        form.getByRole("button", { name: /^Changes (at least )?\d+ pages: Contact, / }),
      ).toBeVisible();
      await form.getByRole("button", { name: "Preview page" }).click();
      await expected();
      await page.keyboard.press("Escape");
      await expect(preview).toBeHidden();
      await form.getByRole("button", { name: "Cancel" }).click();
      await screen.answerKept("Discard");
      await expect(form).toBeHidden();
    };

    await screen.open("hours");
    await screen.button("Edit Wednesday").click();
    const hours = page.getByRole("dialog", { name: "Edit Wednesday Hours" });
    await hours.getByLabel("Opening Time").fill("6:10 AM");
    await hours.getByRole("switch", { name: "Copy to weekdays" }).click();
    await expectPreview(hours, () =>
      expect(shown.getByRole("main").getByText("6:10 AM").first()).toBeAttached(),
    );

    await screen.button("Add Special Day").click();
    const day = page.getByRole("dialog", { name: "Add Special Day" });
    await day.getByLabel("First Day").fill(tomorrow());
    await day.getByLabel("Label").fill("Founders Day");
    await expectPreview(day, () => expect(shown.getByText("Founders Day").first()).toBeAttached());

    await screen.open("social");
    await screen.button("Add New Link").click();
    const link = page.getByRole("dialog", { name: "Add New Social Link" });
    await link.getByLabel("Platform").fill("youtube");
    // The preview completes the address as a save does.
    await link.getByLabel("URL").fill("www.youtube.com/@pest-preview");
    await expectPreview(link, () =>
      expect(
        shown.locator('a[href="https://www.youtube.com/@pest-preview"]').first(),
      ).toBeAttached(),
    );
    expect(await contact()).toBe(before);
  },
);

function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}

test("this month shows views, taps and conversations", async ({ newPage, page, server }) => {
  // A browser of its own: the tests' is recognised as a robot.
  const site = await newPage({
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  });
  await site.route("tel:*", (route) => route.abort());
  await site.goto("/programs");
  await waitForHydration(site);
  const reported = (query: RegExp) => site.waitForRequest((request) => query.test(request.url()));
  const viewed = reported(/\/api\/visits\?view=\/about$/);
  await site.getByRole("navigation").first().getByRole("link", { name: "About Us" }).click();
  await viewed;
  const tapped = reported(/\/api\/visits\?tap$/);
  await site.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('a[href^="tel:"]');
    link?.addEventListener("click", (event) => event.preventDefault());
    link?.click();
  });
  await tapped;
  await site.close();

  await signIn(page, server);
  const report = async () => {
    const response = await page.request.get("/api/admin/statistics");
    return (await response.json()).data;
  };
  await expect
    .poll(async () => {
      const { taps, pages } = await report();
      const paths = pages.map(({ name }: { name: string }) => name);
      return taps > 0 && paths.includes("/programs") && paths.includes("/about");
    })
    .toBe(true);
  await page.goto("/admin?panel=month");
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText("Taps on the phone number").first()).toBeVisible();
  const views = sheet.getByRole("region", { name: "Views by page" }).getByRole("listitem");
  await expect(views.filter({ hasText: "/programs" })).toBeVisible();
  await expect(views.filter({ hasText: "/about" })).toBeVisible();
  await expect(sheet.getByRole("table", { name: "Numbers per day" })).toBeAttached();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await sheet.getByRole("button", { name: "Show last month" }).click();
  await expect(sheet.getByText("Nobody has seen a page yet.")).toBeVisible();
});

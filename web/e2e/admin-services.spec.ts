import { getData } from "./harness/admin-api";
import { holdRequests, respondWith } from "./harness/routes";
import { accessibilityViolations, expect, test } from "./harness/test";
import { adminScreen, signIn, uniqueName } from "./screens/admin";
import { themeKey } from "./screens/site";

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
  await adminScreen(page).open("services");
});

test("editing a service keeps its template", async ({ page }) => {
  const screen = adminScreen(page);
  const before = await getData(page.request, "/api/services/termite-control");
  const card = screen.panel.getByRole("listitem").filter({ hasText: "Termite Control" });
  await card.getByRole("button", { name: "Edit Service" }).click();
  await expect(screen.dialog).toHaveAccessibleName("Edit Service");
  for (const [label, rows] of [
    ["Short Description", "3"],
    ["Full Description", "6"],
    ["Features", "4"],
  ] as const) {
    await expect(screen.dialog.getByLabel(label)).toHaveAttribute("rows", rows);
  }
  await expect(screen.dialog.getByLabel("Full Description")).toHaveAccessibleDescription(
    /<p> for paragraphs/,
  );
  await screen.dialog.getByLabel("Features").fill("  First \n\n   \n Second\n");
  const { featuredOnHome } = before;
  const [labelBefore, labelAfter] = featuredOnHome ? ["Yes", "No"] : ["No", "Yes"];
  await expect(screen.dialog.getByText(labelBefore, { exact: true })).toBeVisible();
  await screen.dialog.getByRole("switch", { name: "Featured on Home" }).click();
  await expect(screen.dialog.getByText(labelAfter, { exact: true })).toBeVisible();
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await screen.expectToast("Service updated", "The service has been updated successfully.");
  await expect(screen.dialog).toBeHidden();
  await expect(card.getByRole("button", { name: "Edit Service" })).toBeFocused();

  const after = await getData(page.request, "/api/services/termite-control");
  expect(after).toMatchObject({
    features: ["First", "Second"],
    featuredOnHome: !featuredOnHome,
    template: before.template,
  });
});

test("a refused save shows the error and keeps the form", async ({ page, errorLog }) => {
  errorLog.allow(/status of 400/);
  const screen = adminScreen(page);
  await screen.button("Edit Service").first().click();
  await screen.dialog.getByLabel("Name").fill("");
  await screen.dialog.getByLabel("Slug").fill("Not A Slug");
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await screen.expectToast(
    "Error updating service",
    "There was a problem updating the service. Please try again.",
  );
  await expect(screen.dialog.getByRole("alert")).toContainText("Name");
  await expect(screen.dialog.getByRole("alert")).toBeInViewport();
  await expect(screen.dialog.getByLabel("Slug")).toHaveValue("Not A Slug");
  // The toast is still visible and does not cover the button.
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click({ trial: true });
  await expect(screen.toast).toBeVisible();
});

test("a template is edited, previewed in a sandbox and published", async ({ page }) => {
  const screen = adminScreen(page);
  await expect(
    screen.panel.getByText("Select a service to edit its detail page template."),
  ).toBeVisible();
  const chooser = screen.panel.getByRole("combobox");
  await chooser.selectOption("Commercial Pest Control");
  const code = screen.panel.getByRole("textbox", { name: "Template" });
  await code.fill("");
  await expect(
    screen.panel.getByText("Use HTML, CSS classes, and custom variables."),
  ).toBeVisible();
  expect((await code.boundingBox())?.height).toBeGreaterThanOrEqual(400);
  await screen.tab("Preview").click();
  await expect(
    screen.panel.getByText("Template preview will appear here when the template is empty"),
  ).toBeVisible();

  await screen.tab("HTML Code").click();
  await code.fill(
    '<div class="bg-[rgb(1,2,3)]"><h2>About {name}</h2>{features}<script>parent.ran = true</script><img src="/art/rodent.svg" onerror="parent.ran = true" alt=""></div>',
  );
  await screen.tab("Preview").click();
  const frame = screen.panel.locator("iframe");
  await expect(frame).toBeVisible();
  const content = () =>
    frame.evaluate((element: HTMLIFrameElement) => {
      const inner = element.contentDocument;
      const box = inner?.querySelector("div > div");
      return {
        heading: inner?.querySelector("h2")?.textContent,
        features: inner?.querySelectorAll("li").length,
        background: box && getComputedStyle(box).backgroundColor,
        scripts: inner?.querySelectorAll("script, [onerror]").length,
      };
    });
  await expect.poll(content).toEqual({
    heading: "About Commercial Pest Control",
    features: 4,
    background: "rgb(1, 2, 3)",
    scripts: 0,
  });
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
  await expect(frame).not.toHaveAttribute("sandbox", /allow-scripts/);

  await screen.tab("HTML Code").click();
  await code.fill('<div class="bg-[rgb(1,2,3)]" onclick="run()"><h2>About {name}</h2></div>');
  const release = await holdRequests(page, "**/api/admin/service");
  await screen.button("Save Template").click();
  await expect(code).not.toBeEditable();
  release();
  await screen.expectToast(
    "Service updated",
    "The service has been updated successfully. Removed for safety: onclick.",
  );
  await expect(code).toHaveValue('<div class="bg-[rgb(1,2,3)]"><h2>About {name}</h2></div>');
  const response = await page.request.get("/services/commercial-pest-control");
  expect(await response.text()).toContain("<h2>About Commercial Pest Control</h2>");
});

test("the preview is as high as its content", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.panel.getByRole("combobox").selectOption("Commercial Pest Control");
  const code = screen.panel.getByRole("textbox", { name: "Template" });
  const frame = screen.panel.locator("iframe");
  const heights = () =>
    frame.evaluate((element: HTMLIFrameElement) => ({
      frame: element.clientHeight,
      content: element.contentDocument?.documentElement.offsetHeight,
    }));
  for (const [content, height] of [
    ['<div class="min-h-screen">Tall</div><p class="h-[100px]">Below</p>', 900],
    ['<div class="min-h-dvh">Tall</div><p class="mt-[50px] h-[50px]">Below</p>', 900],
    ['<p class="h-[200px]">Short</p>', 200],
  ] as const) {
    await screen.tab("HTML Code").click();
    await code.fill(content);
    await screen.tab("Preview").click();
    await expect.poll(heights, content).toEqual({ frame: height, content: height });
  }
});

test("a template with colours of its own is readable in the dark theme and has its bullets", async ({
  page,
  adminApi,
}) => {
  const slug = uniqueName("bright");
  await adminApi.save("/api/admin/service", {
    name: slug,
    slug,
    shortDescription: "Short",
    fullDescription: "<p>Full</p>",
    template:
      '<div class="bg-amber-100 p-4"><h2>Bright</h2><ul><li>First</li></ul><p class="text-slate-700">Small print</p></div>',
  });
  // Not with an init script: it would be blocked in the preview, and the browser would report that.
  await page.evaluate((key) => localStorage.setItem(key, "dark"), themeKey);
  await page.goto(`/services/${slug}`);
  await expect(page.getByText("Small print")).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  const publicStyle = await page.getByText("First").evaluate(itemStyle);
  expect(publicStyle).toEqual({ color: "rgb(20, 48, 42)", bullet: "disc" });

  const screen = adminScreen(page);
  await screen.open("services");
  await screen.panel.getByRole("combobox").selectOption(slug);
  await screen.tab("Preview").click();
  const preview = screen.panel.frameLocator("iframe").getByText("First");
  await expect.poll(() => preview.evaluate(itemStyle)).toEqual(publicStyle);
});

/** How an item of a list looks; runs in the page. */
function itemStyle(item: Element): { color: string; bullet: string } {
  const { color, listStyleType } = getComputedStyle(item);
  return { color, bullet: listStyleType };
}

test("a template cannot be saved without a selected service", async ({ page }) => {
  const screen = adminScreen(page);
  await expect(screen.panel.getByRole("combobox")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+s");
  await screen.expectToast(
    "No service selected",
    "Please select a service to update its template.",
  );
});

test("selecting another service keeps an unsaved template", async ({ page }) => {
  const screen = adminScreen(page);
  const card = screen.panel.getByRole("listitem").filter({ hasText: "Free Inspections" });
  await card.getByRole("button", { name: "Edit Template" }).click();
  await expect(
    screen.panel.getByRole("region", { name: "Service Detail Page Template Editor" }),
  ).toBeFocused();
  const chooser = screen.panel.getByRole("combobox");
  await expect(chooser.locator("option:checked")).toHaveText("Free Inspections");
  const code = screen.panel.getByRole("textbox", { name: "Template" });
  await code.fill("<p>Not yet saved</p>");
  await chooser.selectOption("Mosquito Control");
  await screen.answerKept("Continue");
  await expect(chooser.locator("option:checked")).toHaveText("Free Inspections");
  await expect(code).toHaveValue("<p>Not yet saved</p>");
  await chooser.selectOption("Mosquito Control");
  await screen.answerKept("Discard");
  await expect(code).toHaveValue(/^<section>/);
});

test("both cards show their empty state", async ({ page }) => {
  await respondWith(page, "/api/services", []);
  await page.reload();
  const screen = adminScreen(page);
  await expect(
    screen.panel.getByText("No services available. Add services from the Site Content section."),
  ).toBeVisible();
  const none = screen.panel.getByRole("combobox").getByRole("option", {
    name: "No services available",
  });
  await expect(none).toBeDisabled();
});

test("the template variables are listed", async ({ page }) => {
  const { panel } = adminScreen(page);
  await expect(panel.getByRole("heading", { name: "Template Variables" })).toBeVisible();
  for (const name of ["name", "shortDescription", "fullDescription", "features", "imageUrl"]) {
    await expect(panel.getByText(`{${name}}`, { exact: true })).toBeVisible();
  }
});

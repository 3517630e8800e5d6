import type { Page } from "@playwright/test";
import { getData } from "./harness/admin-api";
import { Server } from "./harness/server";
import { test as base, expect, expectNoHorizontalScroll, waitForHydration } from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";
import { siteScreen } from "./screens/site";

// A server of its own: these tests change what every public page shows.
const test = base.extend<object, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

async function slugs(page: Page): Promise<string[]> {
  const services: { slug: string }[] = await getData(page.request, "/api/services");
  return services.map(({ slug }) => slug);
}

test("a service is added, reordered, hidden and deleted on a phone", async ({
  page,
  server,
  playwright,
  errorLog,
}) => {
  errorLog.allow(/status of 404/);
  const visitor = await playwright.request.newContext({ baseURL: server.origin });
  const shown = async () =>
    (await getData(visitor, "/api/services")).map(({ slug }: { slug: string }) => slug);
  const screen = adminScreen(page);

  await screen.open();
  await screen.button("Services").click();
  await screen.button("Add Service").click();
  await screen.dialog.getByLabel("Name").fill("Bee Removal");
  await screen.dialog.getByLabel("Short Description").fill("Hives moved alive.");
  await screen.dialog.getByLabel("Full Description").fill("We look first.\n\n- attic\n- wall");
  await screen.dialog.getByRole("button", { name: "Add Service" }).click();
  await screen.expectToast("Service created", "Service has been saved successfully.");
  expect((await shown()).at(-1)).toBe("bee-removal");
  await page.goto("/services/bee-removal");
  await expect(
    siteScreen(page).main.getByRole("listitem").filter({ hasText: "attic" }),
  ).toBeVisible();

  await screen.open("services");
  await screen.button("Reorder").click();
  await expect(screen.dialog).toHaveAccessibleName("Reorder Services");
  const count = await screen.dialog.getByRole("listitem").count();
  await screen.dialog.getByRole("button", { name: "Move Bee Removal up" }).tap();
  // The handle is a button for the keyboard: Space picks up and puts down.
  const handle = screen.dialog.getByRole("button", { name: "Drag Bee Removal" });
  const position = () =>
    screen.dialog
      .getByRole("listitem")
      .allTextContents()
      .then((names) => names.findIndex((name) => name.includes("Bee Removal")));
  await expect.poll(position).toBe(count - 2);
  await handle.focus();
  await page.keyboard.press("Space");
  await expect(handle).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(/Bee Removal|was moved over/).last()).toBeAttached();
  await page.keyboard.press("Space");
  await expect.poll(position).toBe(count - 3);
  await expectNoHorizontalScroll(page);
  await screen.dialog.getByRole("button", { name: "Save Order" }).click();
  await screen.expectToast("Order saved");
  expect((await shown()).indexOf("bee-removal")).toBe(count - 3);

  const hide = screen.panel.getByRole("switch", { name: "Hide Bee Removal" });
  await hide.click();
  await screen.expectToast("Service updated");
  await expect(hide).toBeChecked();
  expect(await shown()).not.toContain("bee-removal");
  expect(await slugs(page), "the administrator still sees it").toContain("bee-removal");
  expect(await (await visitor.get("/sitemap.xml")).text()).not.toContain("bee-removal");
  const hiddenPage = await visitor.get("/services/bee-removal");
  expect(hiddenPage.status()).toBe(404);
  expect(await hiddenPage.text()).toContain("Service Not Found");
  await hide.click();
  await expect(hide).not.toBeChecked();
  expect(await shown()).toContain("bee-removal");

  await screen.panel.getByRole("button", { name: "Delete Bee Removal" }).click();
  await expect(screen.alert).toContainText("The page /services/bee-removal");
  await expect(screen.alert).toContainText("The card on the Services page");
  await expectNoHorizontalScroll(page);
  await screen.alert.getByRole("button", { name: "Delete" }).click();
  await screen.expectToast("Service deleted");
  await expect(screen.alert).toBeHidden();
  expect(await shown()).not.toContain("bee-removal");
  await page.goto("/services/bee-removal");
  await expect(siteScreen(page).title).toHaveText("Service Not Found");
  await visitor.dispose();
});

test("Thanksgiving is announced, and the open-now line knows it", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("hours");
  await screen.button("Add Special Day").click();
  const holiday = screen.dialog.getByRole("combobox", { name: /^Holiday/ });
  const thanksgiving = holiday
    .locator("option")
    .filter({ hasText: /^Thanksgiving Day/ })
    .first();
  const date = (await thanksgiving.getAttribute("value")) ?? "";
  await holiday.selectOption(date);
  await expect(screen.dialog.getByText("Visitors will see:")).toBeVisible();
  await expectNoHorizontalScroll(page);
  await screen.dialog.getByRole("button", { name: "Add Special Day" }).click();
  await screen.expectToast("Hours updated");
  await expect(screen.panel.getByText("Thanksgiving Day: Closed")).toBeVisible();

  // Noon in Texas, in winter time.
  await page.clock.setFixedTime(new Date(`${date}T12:00:00-06:00`));
  await page.goto("/contact");
  await waitForHydration(page);
  const { main, footer } = siteScreen(page);
  const day = Number(date.slice(-2));
  await expect(main.getByRole("heading", { name: "Special Hours" })).toBeVisible();
  await expect(main.getByText(`November ${day}`)).toHaveText(`November ${day}Thanksgiving Day`);
  await expect(footer).toContainText(`November ${day} Closed (Thanksgiving Day)`);
  // The line is written once it is near the viewport.
  await main.getByRole("heading", { name: "Special Hours" }).scrollIntoViewIfNeeded();
  await expect(main.getByText("Closed now, opens tomorrow at 8:00 AM")).toBeVisible();
  const home = await (await page.request.get("/")).text();
  expect(home).toContain(
    `"specialOpeningHoursSpecification":[{"@type":"OpeningHoursSpecification","validFrom":"${date}"`,
  );

  // The week before it is an ordinary Thursday.
  await page.clock.setFixedTime(
    new Date(new Date(`${date}T12:00:00-06:00`).getTime() - 7 * 86_400_000),
  );
  await page.goto("/contact");
  await main.getByText("Business Hours").scrollIntoViewIfNeeded();
  await expect(main.getByText("Open now, until 5:00 PM")).toBeVisible();
});

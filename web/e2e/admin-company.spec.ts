import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { getData } from "./harness/admin-api";
import { png, type UploadFile } from "./harness/png";
import { createDatabase } from "./harness/postgres";
import { Server } from "./harness/server";
import { Taps } from "./harness/taps";
import { expect, expectNoHorizontalScroll, sweep, test, waitForHydration } from "./harness/test";
import { dragByTouch } from "./harness/touch";
import { adminScreen, signIn } from "./screens/admin";
import { siteScreen } from "./screens/site";

const binary = resolve(import.meta.dirname, "../../bin/perimeter");

// The company is on every page, so this test has a server of its own.
const ownServer = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
  server: async ({}, use) => {
    const server = await Server.start();
    await use(server);
    await server.stop();
  },
});

ownServer.use({ hasTouch: true });

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  ownServer(
    `the owner makes a fresh site theirs at ${viewport.width} pixels`,
    viewport.width > 390 ? sweep : {},
    async ({ page, server, playwright, errorLog }) => {
      await page.setViewportSize(viewport);
      const taps = new Taps(ownServer.info());
      errorLog.allow(/api\/admin\/company: .*status of 400/);
      errorLog.allow(/status of 404/);
      const visitor = await playwright.request.newContext({ baseURL: server.origin });
      await signIn(page, server);

      await ownServer.step("facts, people and texts", () => fillInCompany(page, taps));
      await ownServer.step("colors", () => chooseColors(page, taps));
      await ownServer.step("another site gets the same pages", () => copyCompany(visitor, server));
      const pictures = await ownServer.step("logo and photo", () => uploadPictures(page, taps));
      taps.done("make it mine", 26);
      await ownServer.step("an import names the pictures that are missing", async () => {
        const { stderr } = company(server.dataDir, "import", exportCompany(server));
        expect(stderr, "the site has its own pictures").toBe("");
        const empty = test.info().outputPath("empty");
        const imported = company(empty, "import", exportCompany(server));
        for (const url of [pictures.logo, pictures.photo]) expect(imported.stderr).toContain(url);
      });
      await ownServer.step("services", () => changeServices(page, visitor));
      await ownServer.step("Thanksgiving", () => closeOnThanksgiving(page));
      await ownServer.step("what visitors see", () => expectPublicPages(page, visitor, pictures));
      await ownServer.step("the first steps are put away", async () => {
        await page.goto("/admin");
        // The e-mail address is still that of the sample.
        const card = page.getByRole("region", { name: "Your site still shows a sample company" });
        await card.getByRole("button", { name: "Dismiss the first steps" }).click();
        await expect(card).toHaveCount(0);
        await page.reload();
        await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
        await expect(card).toHaveCount(0);
      });
      await visitor.dispose();
    },
  );
}

const sheetOf = (page: Page) => page.getByRole("dialog", { name: "Company" });

/** Saves a section and waits until it is stored. The toast may be that of the section before. */
async function saveSection(page: Page, name: string, { press }: Taps): Promise<void> {
  const sheet = sheetOf(page);
  await press(sheet.getByRole("button", { name: `Save ${name}` }));
  await expect(sheet.getByRole("button", { name: `Save ${name}` })).toBeDisabled();
  await expect(sheet.getByRole("form", { name })).toHaveAttribute("aria-busy", "false");
  await adminScreen(page).expectToast("Company updated");
  await expectNoHorizontalScroll(page, name);
  // Section 9: textareas of forms are 80 to 120 px high.
  for (const box of await sheet.locator("textarea:visible").all()) {
    const height = (await box.boundingBox())?.height ?? 0;
    expect(height, name).toBeGreaterThanOrEqual(80);
    expect(height, name).toBeLessThanOrEqual(120);
  }
}

async function fillInCompany(page: Page, taps: Taps): Promise<void> {
  const { press, type, choose } = taps;
  await page.goto("/admin");
  const card = page.getByRole("region", { name: "Your site still shows a sample company" });
  await press(card.getByText("2 of 10 steps done"));
  await press(card.getByRole("link", { name: "Your name and phone number" }));
  await expect(page).toHaveURL("/admin?panel=company&section=business");
  const sheet = sheetOf(page);
  const row = async (name: string) => (await sheet.getByRole("tab", { name }).boundingBox())?.y;
  expect(await row("Page texts"), "beside another tab").toBe(await row("Brand"));
  await type(sheet.getByLabel("Name", { exact: false }).first(), "Bosque Pest");
  await sheet.getByLabel("Phone").fill("not a number");
  await sheet.getByRole("button", { name: "Save Business" }).click();
  await expect(sheet.getByText(/^Must be a phone number/)).toBeVisible();
  await expect(sheet.getByLabel("Phone")).toBeFocused();
  await type(sheet.getByLabel("Phone"), "254.555.0199");
  await type(sheet.getByLabel("Town", { exact: false }).first(), "Meridian");
  await saveSection(page, "Business", taps);
  await expect(sheet.getByLabel("Phone")).toHaveValue("(254) 555-0199");

  await press(sheet.getByRole("tab", { name: "People" }));
  await expect(page).toHaveURL("/admin?panel=company&section=people");
  await type(sheet.getByLabel("Name").first(), "Ana Example");
  await press(sheet.getByRole("button", { name: "Remove Pat Placeholder" }));
  await press(sheet.getByRole("button", { name: "Add Person" }));
  await type(sheet.getByLabel("Name").nth(1), "Bo Example");
  await type(sheet.getByLabel("Role").nth(1), "Technician");
  await expect(sheet.getByRole("switch", { name: "Owner" }).nth(1)).not.toBeChecked();
  await saveSection(page, "People", taps);

  await press(sheet.getByRole("tab", { name: "Page texts" }));
  await choose(sheet.getByLabel("Part of the site"), "Owners, story and mission");
  await type(sheet.getByLabel("Mission statement"), "Dry houses, calm people.");
  await saveSection(page, "Page texts", taps);
}

async function chooseColors(page: Page, taps: Taps): Promise<void> {
  const sheet = sheetOf(page);
  await taps.press(sheet.getByRole("tab", { name: "Brand" }));
  await taps.press(sheet.getByRole("button", { name: "Forest" }));
  await saveSection(page, "Brand", taps);
}

/** Runs a command on a data folder, which may be served meanwhile. */
function company(dataDir: string, verb: "export" | "import", file: string, env = {}) {
  const run = spawnSync(binary, ["company", verb, "--data", dataDir, file], {
    encoding: "utf8",
    env,
  });
  expect(run.status, run.stderr).toBe(0);
  return run;
}

function exportCompany(server: Server): string {
  const file = join(server.dataDir, "exported.yaml");
  company(server.dataDir, "export", file);
  return file;
}

/** The HTML of a page, without what is the server's own. */
async function contentOf(visitor: APIRequestContext, server: Server, path: string) {
  const html = await (await visitor.get(server.origin + path)).text();
  return html
    .replaceAll(server.origin, "")
    .replace(/<script type="application\/json" id="page-data">.*?<\/script>/s, "")
    .replace(/\?v=[^"]+/g, "");
}

/** Exports the company and imports it into an empty site on PostgreSQL. */
async function copyCompany(visitor: APIRequestContext, server: Server): Promise<void> {
  const database = createDatabase();
  // The server makes the first user itself: the harness would add it to SQLite.
  const other = await Server.start({ env: database.env, withoutUsers: true });
  try {
    const { stderr } = company(other.dataDir, "import", exportCompany(server), database.env);
    expect(stderr).toBe("");
    await expect
      .poll(() => contentOf(visitor, other, "/contact"), { message: "the other site shows it" })
      .toContain("Bosque Pest");
    for (const path of ["/", "/services", "/programs", "/about", "/contact", "/blog"]) {
      expect(await contentOf(visitor, other, path), path).toBe(
        await contentOf(visitor, server, path),
      );
    }
  } finally {
    await other.stop();
    database.drop();
  }
}

const logo: UploadFile = {
  name: "logo.svg",
  mimeType: "image/svg+xml",
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">' +
      '<circle cx="32" cy="32" r="30" fill="#2f6b3c"/></svg>',
  ),
};

async function uploadPictures(page: Page, taps: Taps): Promise<{ logo: string; photo: string }> {
  const sheet = sheetOf(page);
  const upload = async (field: Locator, button: Locator, file: UploadFile) => {
    // One tap opens the picker, and the upload starts at once.
    const chooser = page.waitForEvent("filechooser");
    await taps.press(button);
    await (await chooser).setFiles(file);
    await expect(field).toHaveValue(/^\/objects\/uploads\//);
    return field.inputValue();
  };
  const button = sheet.getByRole("form").getByRole("button", { name: /^(Upload Image|Replace)$/ });
  const logoUrl = await upload(sheet.getByRole("textbox", { name: "Logo" }), button, logo);
  await saveSection(page, "Brand", taps);
  await taps.press(sheet.getByRole("tab", { name: "People" }));
  await expect(sheet.getByRole("form", { name: "People" })).toBeVisible();
  const photoUrl = await upload(
    sheet.getByRole("textbox", { name: "Photo" }).first(),
    button.first(),
    png("ana.png", 120),
  );
  await saveSection(page, "People", taps);
  return { logo: logoUrl, photo: photoUrl };
}

async function slugs(request: APIRequestContext): Promise<string[]> {
  const services: { slug: string }[] = await getData(request, "/api/services");
  return services.map(({ slug }) => slug);
}

async function changeServices(page: Page, visitor: APIRequestContext): Promise<void> {
  const screen = adminScreen(page);
  await screen.open();
  await screen.button("Services").click();
  for (const name of ["Bee Removal", "Wasp Removal"]) {
    await screen.button("Add Service").click();
    await screen.dialog.getByLabel("Name").fill(name);
    await screen.dialog.getByLabel("Short Description").fill("Nests moved alive.");
    await screen.dialog.getByLabel("Full Description").fill("We look first.\n\n- attic\n- wall");
    await screen.dialog.getByRole("button", { name: "Add Service" }).click();
    await expect(screen.dialog).toHaveCount(0);
  }
  expect((await slugs(visitor)).slice(-2)).toEqual(["bee-removal", "wasp-removal"]);

  await screen.open("services");
  await screen.button("Reorder").click();
  await expect(screen.dialog).toHaveAccessibleName("Reorder Services");
  const rows = screen.dialog.getByRole("listitem");
  await expect(rows.first()).toBeVisible();
  const count = await rows.count();
  const position = () =>
    rows.allTextContents().then((names) => names.findIndex((name) => name.includes("Bee")));
  const expectAnnounced = (text: string) =>
    expect(
      screen.dialog.getByText(`Bee Removal${text} of ${count}`, { exact: true }),
    ).toBeAttached();
  await screen.dialog.getByRole("button", { name: "Move Bee Removal up" }).tap();
  await expectAnnounced(`: position ${count - 2}`);
  await expect.poll(position).toBe(count - 3);
  // With a finger on the handle.
  const handle = screen.dialog.getByRole("button", { name: "Drag Bee Removal" });
  const above = rows.nth(count - 4).getByRole("button", { name: /^Drag/ });
  await dragByTouch(page, handle, above, () => expectAnnounced(`: position ${count - 3}`));
  await expect.poll(position).toBe(count - 4);
  await expectAnnounced(` put down: position ${count - 3}`);
  // For the keyboard the handle is a button: Space picks up and puts down.
  await handle.focus();
  await page.keyboard.press("Space");
  await expect(handle).toHaveAttribute("aria-pressed", "true");
  await expectAnnounced(`: position ${count - 3}`);
  // dnd-kit listens to the next keys from a timer on.
  await page.evaluate(() => new Promise((passed) => setTimeout(passed)));
  await page.keyboard.press("ArrowUp");
  await expectAnnounced(`: position ${count - 4}`);
  await page.keyboard.press("Space");
  await expect.poll(position).toBe(count - 5);
  await expectNoHorizontalScroll(page);
  await screen.dialog.getByRole("button", { name: "Save Order" }).click();
  await screen.expectToast("Order saved");
  expect((await slugs(visitor)).indexOf("bee-removal")).toBe(count - 5);

  const hide = screen.panel.getByRole("switch", { name: "Hide Wasp Removal" });
  await hide.click();
  await screen.expectToast("Service updated");
  await expect(hide).toBeChecked();
  expect(await slugs(visitor)).not.toContain("wasp-removal");
  expect(await slugs(page.request), "the administrator still sees it").toContain("wasp-removal");
  expect(await (await visitor.get("/sitemap.xml")).text()).not.toContain("wasp-removal");
  const hiddenPage = await visitor.get("/services/wasp-removal");
  expect(hiddenPage.status()).toBe(404);
  expect(await hiddenPage.text()).toContain("Service Not Found");
  await hide.click();
  await expect(hide).not.toBeChecked();
  expect(await slugs(visitor)).toContain("wasp-removal");

  await screen.panel.getByRole("button", { name: "Delete Wasp Removal" }).click();
  await expect(screen.alert).toContainText("The page /services/wasp-removal");
  await expect(screen.alert).toContainText("The card on the Services page");
  await expectNoHorizontalScroll(page);
  await screen.alert.getByRole("button", { name: "Delete" }).click();
  await screen.expectToast("Service deleted");
  await expect(screen.alert).toBeHidden();
  expect((await visitor.get("/services/wasp-removal")).status()).toBe(404);
}

async function closeOnThanksgiving(page: Page): Promise<void> {
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
  const noon = new Date(`${date}T12:00:00-06:00`).getTime();
  await page.clock.setFixedTime(noon);
  await page.goto("/contact");
  await waitForHydration(page);
  const { main, footer } = siteScreen(page);
  const day = Number(date.slice(-2));
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
  await page.clock.setFixedTime(noon - 7 * 86_400_000);
  await page.goto("/contact");
  await main.getByText("Business Hours").scrollIntoViewIfNeeded();
  await expect(main.getByText("Open now, until 5:00 PM")).toBeVisible();
}

async function expectPublicPages(
  page: Page,
  visitor: APIRequestContext,
  pictures: { logo: string; photo: string },
): Promise<void> {
  // The colors are in the document itself: nothing else is painted first.
  const html = await (await visitor.get("/")).text();
  expect(html).toMatch(/^<!doctype html><html[^>]*style="[^"]*--light-primary-fill:#2f6b3c/i);
  await page.goto("/");
  await waitForHydration(page);
  const { header, main, footer } = siteScreen(page);
  await expect(header.locator("img").first()).toHaveAttribute("src", pictures.logo);
  await expect(page.locator("a.bg-primary-fill, button.bg-primary-fill").first()).toHaveCSS(
    "background-color",
    "rgb(47, 107, 60)",
  );
  const icon = (await page.locator('link[rel="icon"]').getAttribute("href")) ?? "";
  const share = (await page.locator('meta[property="og:image"]').getAttribute("content")) ?? "";
  for (const url of [icon, share]) {
    expect(url).toMatch(/\/objects\/uploads\//);
    const response = await page.request.get(url);
    expect(response.status(), url).toBe(200);
    expect(response.headers()["content-type"]).toBe("image/png");
  }
  const manifest = await (await page.request.get("/manifest.webmanifest")).json();
  expect(manifest.icons[0].src).toBe(icon);

  await expect(footer).toContainText("Meridian, TX 76645");
  await expect(footer).toContainText("Bosque Pest");
  await expect(footer.getByRole("link", { name: "(254) 555-0199" })).toHaveAttribute(
    "href",
    "tel:+12545550199",
  );
  await expect(main.getByText("Dry houses, calm people.")).toBeVisible();
  await expect(main.getByRole("heading", { name: "Ana Example" })).toBeVisible();
  await expect(main.getByRole("heading", { name: "Bo Example" })).toHaveCount(0);
  const business = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').first().textContent()) ?? "",
  );
  expect(business).toMatchObject({
    name: "Bosque Pest",
    telephone: "+12545550199",
    address: { addressLocality: "Meridian" },
  });
  await page.goto("/login");
  await expect(page.locator("html")).toHaveAttribute("style", /--light-primary-fill:#2f6b3c/i);
  await expect(header.locator("img").first()).toHaveAttribute("src", pictures.logo);
  await page.goto("/admin");
  const banner = page.getByRole("banner");
  await expect(banner.locator("img")).toHaveAttribute("src", pictures.logo);
  await expect(banner).toHaveAttribute("style", /--own-main: ?#2f6b3c/i);
  await page.goto("/");
  await waitForHydration(page);
  // Also on a page that is opened without another document.
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/about"]')?.click());
  await expect(page).toHaveURL("/about");
  await expect(main.getByRole("heading", { name: "Bo Example" })).toBeVisible();
  await expect(main.locator(`img[src="${pictures.photo}"]`)).toBeAttached();

  await page.goto("/services/bee-removal");
  await expect(main.getByRole("listitem").filter({ hasText: "attic" })).toBeVisible();
}

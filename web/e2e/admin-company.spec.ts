import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { Server } from "./harness/server";
import { expect, expectNoHorizontalScroll, test, waitForHydration } from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";

const binary = resolve(import.meta.dirname, "../../bin/perimeter");
const phoneSize = { width: 390, height: 844 };

// The company is on every page, so these tests have a server of their own.
const ownServer = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
  server: async ({}, use) => {
    const server = await Server.start();
    await use(server);
    await server.stop();
  },
});

/** Runs a command on the server's data while it is served. */
function company(server: Server, verb: "export" | "import", file: string): void {
  const run = spawnSync(binary, ["company", verb, "--data", server.dataDir, file], {
    encoding: "utf8",
    env: {},
  });
  expect(run.status, run.stderr).toBe(0);
}

/** The text and the structured data of a page, without the server's own origin. */
async function contentOf(page: Page, server: Server, path: string): Promise<string> {
  const response = await page.request.get(server.origin + path);
  const html = await response.text();
  return html
    .replaceAll(server.origin, "")
    .replace(/<script type="application\/json" id="page-data">.*?<\/script>/s, "")
    .replace(/\?v=[^"]+/g, "");
}

ownServer("the owner makes the site theirs on a phone", async ({ page, server, errorLog }) => {
  ownServer.slow();
  errorLog.allow(/api\/admin\/company: .*status of 400/);
  await page.setViewportSize(phoneSize);
  await signIn(page, server);
  const screen = adminScreen(page);
  await page.goto("/admin");
  const card = page.getByRole("region", { name: "Your site still shows a sample company" });
  await expect(card.getByText("1 of 9 steps done")).toBeVisible();
  await card.getByRole("link", { name: "Your name and phone number" }).click();

  const sheet = page.getByRole("dialog", { name: "Company" });
  await expect(page).toHaveURL("/admin?panel=company&section=business");
  await sheet.getByLabel("Name", { exact: false }).first().fill("Bosque Pest");
  await sheet.getByLabel("Phone").fill("not a number");
  await sheet.getByRole("button", { name: "Save Business" }).click();
  await expect(sheet.getByText(/^Must be a phone number/)).toBeVisible();
  await expect(sheet.getByLabel("Phone")).toBeFocused();
  await sheet.getByLabel("Phone").fill("254.555.0199");
  await sheet.getByLabel("Town", { exact: false }).first().fill("Meridian");
  await sheet.getByRole("button", { name: "Save Business" }).click();
  await screen.expectToast("Company updated");
  await expect(sheet.getByLabel("Phone")).toHaveValue("(254) 555-0199");
  await expectNoHorizontalScroll(page);

  await sheet.getByRole("tab", { name: "People" }).click();
  await expect(page).toHaveURL("/admin?panel=company&section=people");
  await sheet.getByLabel("Name").first().fill("Ana Example");
  await sheet.getByRole("button", { name: "Remove Pat Placeholder" }).click();
  await sheet.getByRole("button", { name: "Add Person" }).click();
  await sheet.getByLabel("Name").nth(1).fill("Bo Example");
  await sheet.getByLabel("Role").nth(1).fill("Technician");
  await sheet.getByRole("switch", { name: "Owner" }).nth(1).click();
  await sheet.getByRole("button", { name: "Save People" }).click();
  // The toast of the section before may still be there.
  await expect(sheet.getByRole("button", { name: "Save People" })).toBeDisabled();
  await expect(sheet.getByRole("heading", { name: "Bo Example" })).toBeVisible();
  await expect(sheet.getByRole("form", { name: "People" })).toHaveAttribute("aria-busy", "false");
  await expectNoHorizontalScroll(page);

  await sheet.getByRole("tab", { name: "Page texts" }).click();
  await sheet.getByLabel("Part of the site").selectOption("Owners, story and mission");
  await sheet.getByLabel("Mission statement").fill("Dry houses, calm people.");
  await sheet.getByRole("button", { name: "Save Page texts" }).click();
  await expect(sheet.getByRole("button", { name: "Save Page texts" })).toBeDisabled();
  await expect(sheet.getByRole("form", { name: "Page texts" })).toHaveAttribute(
    "aria-busy",
    "false",
  );

  // Every page shows it at once.
  await page.goto("/");
  await waitForHydration(page);
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText("Meridian, TX 76645");
  await expect(footer).toContainText("Bosque Pest");
  await expect(footer.getByRole("link", { name: "(254) 555-0199" })).toHaveAttribute(
    "href",
    "tel:+12545550199",
  );
  await expect(page.getByText("Dry houses, calm people.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Ana Example" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Bo Example" })).toHaveCount(0);
  const business = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').first().textContent()) ?? "",
  );
  expect(business).toMatchObject({
    name: "Bosque Pest",
    telephone: "+12545550199",
    address: { addressLocality: "Meridian" },
  });
  // Also on a page that is opened without another document.
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/about"]')?.click());
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("heading", { name: "Bo Example" })).toBeVisible();
  await expect(page.getByText("Dry houses, calm people.")).toBeVisible();

  await page.goto("/admin");
  await expect(page.getByText("3 of 9 steps done")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss the first steps" }).click();
  await expect(page.getByText("3 of 9 steps done")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  await expect(page.getByText("3 of 9 steps done")).toHaveCount(0);
});

ownServer("an exported company gives another site the same pages", async ({ page, server }) => {
  await signIn(page, server);
  const saved = await page.request.post(`${server.origin}/api/admin/company`, {
    data: { name: "Bosque Pest", county: "Bosque County", texts: { "closing.title": "Bugs?" } },
    headers: { Origin: server.origin },
  });
  await expect(saved, await saved.text()).toBeOK();
  const folder = mkdtempSync(join(tmpdir(), "perimeter-company-"));
  const other = await Server.start();
  try {
    const file = join(folder, "site.yaml");
    company(server, "export", file);
    company(other, "import", file);
    await expect
      .poll(() => contentOf(page, other, "/contact"), { message: "the other site shows it" })
      .toContain("Bosque Pest");
    for (const path of ["/", "/services", "/programs", "/about", "/contact", "/blog"]) {
      expect(await contentOf(page, other, path), path).toBe(await contentOf(page, server, path));
    }
  } finally {
    await other.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("unsaved changes of the company are asked about", async ({ page, server }) => {
  await signIn(page, server);
  await page.goto("/admin?panel=company");
  const sheet = page.getByRole("dialog", { name: "Company" });
  await sheet.getByLabel("Tagline").fill("Something else");
  await sheet.getByRole("tab", { name: "People" }).click();
  await expect(adminScreen(page).alert).toBeVisible();
  await adminScreen(page).alert.getByRole("button", { name: /keep/i }).click();
  await expect(sheet.getByLabel("Tagline")).toHaveValue("Something else");
});

import { hold } from "./harness/hold";
import { expect, hydrated, test } from "./harness/test";
import { addStaff, adminScreen, signIn, tabNames } from "./screens/admin";
import { siteScreen } from "./screens/site";

test("nobody in particular is sent to the login", async ({ page, complaints }) => {
  complaints.allow(/status of 401/);
  await page.goto("/admin");
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Login");
  await expect(page).toHaveTitle(/^Admin Login/);
  const links = siteScreen(page).footer.getByRole("link");
  const shown = await links.evaluateAll((all) => all.map((link) => link.outerHTML));
  await page.reload();
  expect(await links.evaluateAll((all) => all.map((link) => link.outerHTML))).toEqual(shown);
});

test("staff are sent to the site", async ({ page, server }) => {
  const staff = addStaff(server);
  await signIn(page, server, staff);
  await page.goto("/admin");
  await expect(page).toHaveURL("/");
});

test("the check of who is there shows that it loads", async ({ page, server }) => {
  await signIn(page, server);
  const answer = await hold(page, "/api/auth/user");
  await page.goto("/admin");
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
  answer();
  await expect(adminScreen(page).logout).toBeVisible();
});

test.describe("the login", () => {
  test("names the fields that are missing", async ({ page }) => {
    await page.goto("/login");
    await hydrated(page);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText("Username is required")).toBeVisible();
    await expect(page.getByText("Password is required")).toBeVisible();
    await expect(page.getByLabel("Username")).toBeFocused();
  });

  test("counts what was typed and sent before the scripts came", async ({ page, server }) => {
    const release = await hold(page, "**/assets/*.js");
    await page.goto("/login");
    await page.getByLabel("Username").fill(server.admin.username);
    await page.getByLabel("Password").fill(server.admin.password);
    await page.keyboard.press("Enter");
    expect(page.url()).toBe(`${server.origin}/login`);
    release();
    await expect(page).toHaveURL("/admin");
  });

  test("refuses wrong credentials and keeps the name", async ({ page, complaints }) => {
    complaints.allow(/status of 401/);
    await page.goto("/login");
    await hydrated(page);
    await page.getByLabel("Username").fill("nobody");
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Log in" }).click();
    await adminScreen(page).says("Login failed", "Invalid username or password");
    await expect(page.getByLabel("Username")).toHaveValue("nobody");
  });

  test("says so when the server cannot be reached", async ({ page, complaints }) => {
    complaints.allow(/ERR_FAILED/);
    await page.goto("/login");
    await hydrated(page);
    await page.route("/api/auth/login", (route) => route.abort());
    await page.getByLabel("Username").fill("nobody");
    await page.getByLabel("Password").fill("some password");
    await page.getByRole("button", { name: "Log in" }).click();
    await adminScreen(page).says("Login failed", "An error occurred. Please try again.");
  });

  test("leads to the dashboard, with a greeting, and the logout back to the site", async ({
    page,
    server,
    complaints,
  }) => {
    complaints.allow(/status of 401/);
    const screen = adminScreen(page);
    await page.goto("/admin");
    await expect(page).toHaveURL("/login");
    await page.getByLabel("Username").fill(server.admin.username);
    await page.getByLabel("Password").fill(server.admin.password);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL("/admin");
    await screen.says("Login successful", "Welcome back!");
    await expect(page).toHaveTitle(/^Admin Dashboard \| /);
    await expect(page.getByText(`Welcome back, ${server.admin.fullName}`)).toBeVisible();
    const answer = await hold(page, "/api/auth/logout");
    await screen.logout.click();
    await expect(page.getByRole("button", { name: "Logging out..." })).toBeDisabled();
    answer();
    await expect(page).toHaveURL("/");
    await page.goto("/admin");
    await expect(page).toHaveURL("/login");
  });
});

test("the six tabs stand in order and live in the address", async ({ page, server }) => {
  await signIn(page, server);
  const screen = adminScreen(page);
  await screen.open();
  const sections = page.getByRole("tablist", { name: "Sections of the back office" });
  await expect(sections.getByRole("tab")).toHaveText(Object.values(tabNames));
  await expect(screen.tab("Site Content")).toHaveAttribute("aria-selected", "true");

  await screen.tab("Business Hours").click();
  await expect(page).toHaveURL("/admin?tab=hours");
  await page.reload();
  await expect(screen.panel.getByRole("heading", { name: "Business Hours" })).toBeVisible();
  await page.goBack();
  await expect(screen.panel.getByRole("heading", { name: "Site Content" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Programs" })).toHaveCount(0);
});

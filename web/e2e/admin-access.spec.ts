import { holdRequests } from "./harness/routes";
import { expect, test, waitForHydration } from "./harness/test";
import { addUser, adminScreen, signIn, submitLogin, tabNames } from "./screens/admin";
import { siteScreen } from "./screens/site";

test("an anonymous visitor is sent to the login", async ({ page, errorLog }) => {
  errorLog.allow(/status of 401/);
  await page.goto("/admin");
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Login");
  await expect(page).toHaveTitle(/^Admin Login/);
  const links = () =>
    siteScreen(page)
      .footer.getByRole("link")
      .evaluateAll((all) =>
        all.map((link) => [link.textContent, link.getAttribute("href"), link.className]),
      );
  const shown = await links();
  expect(shown).not.toEqual([]);
  await page.reload();
  expect(await links()).toEqual(shown);
});

test("a staff user is sent to the home page", async ({ page, server }) => {
  const staff = addUser(server, "staff");
  await signIn(page, server, staff);
  await page.goto("/admin");
  await expect(page).toHaveURL("/");
});

test("a session that cannot be checked leads to the login, which offers to try again", async ({
  page,
  server,
  errorLog,
}) => {
  errorLog.allow(/status of 503/);
  await signIn(page, server);
  let checks = 0;
  await page.route("/api/auth/user", (route) => {
    checks++;
    return route.fulfill({ status: 503, json: { success: false, message: "Not now" } });
  });
  await page.goto("/admin?tab=hours");
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("alert")).toContainText("The server could not be reached.");
  expect(checks).toBe(1);
  await page.unroute("/api/auth/user");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page).toHaveURL("/admin?tab=hours");
  await expect(adminScreen(page).logout).toBeVisible();
});

test("the session check shows a loading state", async ({ page, server }) => {
  await signIn(page, server);
  const release = await holdRequests(page, "/api/auth/user");
  await page.goto("/admin");
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
  release();
  await expect(adminScreen(page).logout).toBeVisible();
});

test.describe("the login", () => {
  test("shows which fields are missing", async ({ page }) => {
    await page.goto("/login");
    await waitForHydration(page);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText("Username is required")).toBeVisible();
    await expect(page.getByText("Password is required")).toBeVisible();
    await expect(page.getByLabel("Username")).toBeFocused();
  });

  test("submits what was entered before the scripts loaded", async ({ page, server }) => {
    const release = await holdRequests(page, "**/assets/*.js");
    await page.goto("/login", { waitUntil: "commit" });
    await page.getByLabel("Username").fill(server.admin.username);
    await page.getByLabel("Password").fill(server.admin.password);
    await page.keyboard.press("Enter");
    expect(page.url()).toBe(`${server.origin}/login`);
    release();
    await expect(page).toHaveURL("/admin");
  });

  test("refuses wrong credentials and keeps the username", async ({ page, errorLog }) => {
    errorLog.allow(/status of 401/);
    await page.goto("/login");
    await waitForHydration(page);
    await submitLogin(page, { username: "nobody", password: "not the password" });
    await adminScreen(page).expectToast("Login failed", "Invalid username or password");
    await expect(page.getByLabel("Username")).toHaveValue("nobody");
  });

  test("shows an error when the server cannot be reached", async ({ page, errorLog }) => {
    errorLog.allow(/ERR_FAILED/);
    await page.goto("/login");
    await waitForHydration(page);
    await page.route("/api/auth/login", (route) => route.abort());
    await submitLogin(page, { username: "nobody", password: "some password" });
    await adminScreen(page).expectToast("Login failed", "An error occurred. Please try again.");
  });

  test("opens the dashboard with a greeting; logout goes to the home page", async ({
    page,
    server,
    errorLog,
  }) => {
    errorLog.allow(/status of 401/);
    const screen = adminScreen(page);
    await page.goto("/admin");
    await expect(page).toHaveURL("/login");
    await submitLogin(page, server.admin);
    await screen.expectToast("Login successful", "Welcome back!");
    await expect(page).toHaveURL("/admin");
    await expect(page).toHaveTitle(/^Admin Dashboard \| /);
    await expect(page.getByText(`Welcome back, ${server.admin.fullName}`)).toBeVisible();
    const release = await holdRequests(page, "/api/auth/logout");
    await screen.logout.click();
    await expect(page.getByRole("button", { name: "Logging out..." })).toBeDisabled();
    release();
    await expect(page).toHaveURL("/");
    await page.goto("/admin");
    await expect(page).toHaveURL("/login");
  });
});

test("the six tabs are in order and the URL keeps the current one", async ({ page, server }) => {
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

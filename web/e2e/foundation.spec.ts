import { accessibilityFaults, expect, hydrated, test } from "./harness/test";
import { publicPaths, siteScreen } from "./screens/site";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the home page shows its hero", async ({ page }) => {
    await page.goto("/");
    await expect(siteScreen(page).title).toHaveText("Protect Your Home From Unwanted Pests");
    await expect(page.getByRole("link", { name: "Schedule Free Estimate" }).first()).toBeVisible();
  });

  test("the links of the header lead from page to page", async ({ page }) => {
    await page.goto("/");
    await siteScreen(page).navLink("Programs").click();
    await expect(page).toHaveURL("/programs");
    await expect(page.getByRole("heading", { name: "Monthly Programs" })).toBeVisible();
  });
});

test("an edit of the hero is in the very next response", async ({ adminApi, request }) => {
  const before = await (await request.get("/")).text();
  expect(before).not.toContain("Termites out, peace in");
  await adminApi.saveContent({
    key: "hero_subtitle",
    section: "home",
    type: "text",
    value: "Termites out, peace in",
  });
  const after = await request.get("/");
  expect(await after.text()).toContain("Termites out, peace in");
});

for (const path of publicPaths) {
  test(`hydrating ${path} asks the server for nothing again`, async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.startsWith("/api/")) asked.push(request.url());
    });
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await hydrated(page);
    await page.waitForLoadState("networkidle");
    // Whether somebody is signed in is no part of a page that all visitors share.
    expect(asked.filter((url) => !url.endsWith("/api/auth/user"))).toEqual([]);
  });

  for (const theme of ["light", "dark"]) {
    test(`${path} has no accessibility faults in the ${theme} theme`, async ({ page }) => {
      await page.addInitScript((value) => localStorage.setItem("perimeter-theme", value), theme);
      await page.goto(path);
      await hydrated(page);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await accessibilityFaults(page), "on a phone").toEqual([]);
    });
  }
}

for (const path of ["/no/such/page", "/admin/no-such-page"]) {
  test(`${path} answers 404 with the not-found screen`, async ({ page, complaints }) => {
    complaints.allow(/status of 404/);
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await hydrated(page);
    await expect(siteScreen(page).title).toHaveText("404 Page Not Found");
    await expect(page.getByText("Did you forget to add the page to the router?")).toBeVisible();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  });
}

for (const path of ["/admin/x", "/admin/login", "/administrator"]) {
  test(`${path} shows neither header nor footer, on grey`, async ({ page, complaints }) => {
    complaints.allow(/status of 404/);
    await page.goto(path);
    const { header, footer, main, title } = siteScreen(page);
    const expectBare = async () => {
      await expect(title).toHaveText("404 Page Not Found");
      await expect(header).toHaveCount(0);
      await expect(footer).toHaveCount(0);
      await expect(page.getByRole("complementary")).toHaveCount(0);
      await expect(main).toHaveCSS("background-color", "rgb(243, 244, 246)");
    };
    await expectBare();
    await hydrated(page);
    await expectBare();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
    await expect(header).toBeVisible();
    await expect(footer).toBeVisible();
    await page.goBack();
    await expectBare();
  });
}

test("a link in the header changes the page without loading a document", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      documents.push(request.url());
    }
  });
  await page.mouse.wheel(0, 900);
  await siteScreen(page).navLink("About Us").click();
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("heading", { name: "Integrity" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  expect(documents).toEqual([]);
});

test.describe("every response", () => {
  for (const path of ["/", "/admin", "/no/such/page", "/api/content", "/api/no-such-call"]) {
    test(`of ${path} carries the security headers`, async ({ request }) => {
      const headers = (await request.get(path)).headers();
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": expect.any(String),
      });
      const policy = new Map(
        headers["content-security-policy"]?.split(";").map((directive) => {
          const [name = "", ...sources] = directive.trim().split(" ");
          return [name, sources] as const;
        }),
      );
      const scripts = policy.get("script-src") ?? policy.get("default-src");
      const styles = policy.get("style-src") ?? policy.get("default-src");
      for (const sources of [scripts, styles]) {
        expect(sources?.join(" ")).toMatch(/^'(?:none|self)'(?: 'sha256-[^']+')*$/);
      }
      expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    });
  }
});

test("a page is compressed, and unchanged it costs no second transfer", async ({ request }) => {
  const first = await request.get("/", { headers: { "Accept-Encoding": "br" } });
  expect(first.headers()).toMatchObject({ "content-encoding": "br", etag: expect.any(String) });
  const again = await request.get("/", {
    headers: { "Accept-Encoding": "br", "If-None-Match": first.headers().etag ?? "" },
  });
  expect(again.status()).toBe(304);
});

test("built assets may be kept for ever", async ({ page, request }) => {
  await page.goto("/");
  const script = await page.locator('script[type="module"][src]').first().getAttribute("src");
  const answer = await request.get(script ?? "");
  expect(answer.headers()["cache-control"]).toMatch(/immutable/);
});

import { expect, test } from "./harness/test";

test("every kind of response sends security headers", async ({ request }) => {
  for (const path of ["/", "/admin", "/no/such/page", "/api/content", "/api/no-such-call"]) {
    const headers = (await request.get(path)).headers();
    expect(headers, path).toMatchObject({
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
      expect(sources?.join(" "), path).toMatch(/^'(?:none|self)'(?: 'sha256-[^']+')*$/);
    }
    expect(policy.get("frame-ancestors"), path).toEqual(["'none'"]);
  }
});

test("a page is compressed, and returns 304 when unchanged", async ({ request }) => {
  const first = await request.get("/", { headers: { "Accept-Encoding": "br" } });
  expect(first.headers()).toMatchObject({ "content-encoding": "br", etag: expect.any(String) });
  const again = await request.get("/", {
    headers: { "Accept-Encoding": "br", "If-None-Match": first.headers().etag ?? "" },
  });
  expect(again.status()).toBe(304);
});

test("built assets are immutable", async ({ page, request }) => {
  await page.goto("/");
  const script = await page.locator('script[type="module"][src]').first().getAttribute("src");
  const response = await request.get(script ?? "");
  expect(response.headers()["cache-control"]).toMatch(/immutable/);
});

test("the CSS of a service is immutable under the URL that its page names, and only there", async ({
  page,
  request,
}) => {
  await page.goto("/services/termite-control");
  const styles = page.locator('link[rel="stylesheet"][href^="/styles/services/"]');
  const url = (await styles.first().getAttribute("href")) ?? "";
  expect((await request.get(url)).headers()["cache-control"]).toMatch(/immutable/);
  expect((await request.get(`${url}0`)).headers()["cache-control"]).toBe("no-cache");
});

import { expect, test, waitForHydration } from "./harness/test";
import { adminScreen, signIn, uniqueName } from "./screens/admin";
import { chatScreen } from "./screens/chat";
import { siteScreen } from "./screens/site";

const image = "https://images.example/policy.jpg";

test("client-side navigation to stored HTML, an article and the map violates no policy", async ({
  page,
  adminApi,
}) => {
  const name = uniqueName("policy");
  await adminApi.save("/api/admin/service", {
    name,
    slug: name,
    shortDescription: "Short",
    fullDescription: "<p>Long</p>",
    template: `<h2>Stored heading</h2><img src="${image}" alt="Stored image" width="40" height="40">`,
  });
  await adminApi.save("/api/admin/blog-posts", {
    title: name,
    slug: name,
    excerpt: "Short",
    content: "First paragraph",
    imageUrl: image,
  });
  await page.route(image, (route) =>
    route.fulfill({
      contentType: "image/svg+xml",
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>',
    }),
  );
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener("securitypolicyviolation", (event) => {
      violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  const violations = () => page.evaluate("window.violations");
  await page.goto("/");
  await waitForHydration(page);
  // Another document would have another list.
  await page.evaluate("window.violations.push('first document')");
  const { header, main, title, navLink } = siteScreen(page);

  await navLink("Services").click();
  await main.locator(`a[href="/services/${name}"]`).first().click();
  await expect(main.getByRole("heading", { name: "Stored heading" })).toBeVisible();
  await expect(main.getByRole("img", { name: "Stored image" })).toBeVisible();

  await navLink("Blog").click();
  await main.locator(`a[href="/blog/${name}"]`).first().click();
  await expect(title).toHaveText(name);
  await expect(main.locator(`img[src="${image}"]`).first()).toBeVisible();

  await navLink("Contact").click();
  await expect(main.locator("iframe")).toBeAttached();

  await navLink("About Us").click();
  await expect(main.locator(".contained").first()).toBeVisible();
  await header.getByRole("link").first().click();
  await expect(page).toHaveURL("/");
  await chatScreen(page).open();
  expect(await violations()).toEqual(["first document"]);
});

test("what the policy blocks is reported to the server", async ({ page, server, errorLog }) => {
  errorLog.allow(/Content Security Policy|TrustedHTML/);
  const start = server.log.length;
  const log = () => server.log.slice(start);
  await page.goto("/about");
  const refusal = await page.evaluate(() => {
    const pixel = new Image();
    pixel.src = "https://elsewhere.example/pixel.png?secret=1";
    try {
      document.createElement("div").innerHTML = "<img src=x onerror=alert(1)>";
      return "none";
    } catch (error) {
      return String(error);
    }
  });
  expect(refusal).toContain("TrustedHTML");
  await expect.poll(log).toMatch(/blocked something.*elsewhere\.example\/pixel\.png/);
  await expect.poll(log).toMatch(/blocked something.*require-trusted-types-for/);
  expect(log()).not.toContain("secret=1");
});

test("the back office refuses plain HTML and foreign workers, and lets libraries parse", async ({
  page,
  server,
  errorLog,
}) => {
  errorLog.allow(/Content Security Policy|Trusted(HTML|ScriptURL)/);
  await signIn(page, server);
  await adminScreen(page).open("posts");
  const results = await page.evaluate(async () => {
    const tried = async (action: () => unknown) => {
      try {
        await action();
        return "done";
      } catch (error) {
        return String(error);
      }
    };
    const element = document.createElement("div");
    return {
      inserted: await tried(() => (element.innerHTML = "<img src=x onerror=alert(1)>")),
      framed: await tried(() => (document.createElement("iframe").srcdoc = "<p>x</p>")),
      worker: await tried(() => new Worker("/admin/other.js")),
      emptied: await tried(() => (element.innerHTML = "")),
      parsed: await tried(() => new DOMParser().parseFromString("<p>x</p>", "text/html")),
    };
  });
  expect(results.inserted).toContain("TrustedHTML");
  expect(results.framed).toContain("TrustedHTML");
  expect(results.worker).toContain("TrustedScriptURL");
  expect(results).toMatchObject({ emptied: "done", parsed: "done" });
});

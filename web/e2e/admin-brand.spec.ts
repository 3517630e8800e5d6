import { expect, test } from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";

test.use({ viewport: { width: 390, height: 844 } });

test("the owner's logo and colors are on every page from the first paint", async ({
  page,
  server,
}) => {
  await signIn(page, server);
  await page.goto("/admin?panel=company&section=brand");
  const sheet = page.getByRole("dialog", { name: "Company" });
  await sheet.getByRole("button", { name: "Forest" }).click();
  await sheet.getByRole("textbox", { name: "Logo" }).fill("/art/termite.svg");
  await sheet.getByRole("button", { name: "Save Brand" }).click();
  await expect(adminScreen(page).toast.first()).toContainText("Company updated");

  const violations: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) violations.push(message.text());
  });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("style", /--light-primary-fill:#2f6b3c/);
  await expect(page.locator("header img").first()).toHaveAttribute("src", "/art/termite.svg");
  const icon = await page.locator('link[rel="icon"]').getAttribute("href");
  expect(icon).toMatch(/^\/objects\/uploads\//);
  const share = await page.locator('meta[property="og:image"]').getAttribute("content");
  expect(share).toMatch(/\/objects\/uploads\//);
  for (const url of [icon, share]) {
    const response = await page.request.get(url ?? "");
    expect(response.status(), String(url)).toBe(200);
    expect(response.headers()["content-type"]).toBe("image/png");
  }
  const manifest = await (await page.request.get("/manifest.webmanifest")).json();
  expect(manifest.icons[0].src).toBe(icon);
  await expect(page.locator("a.bg-primary-fill, button.bg-primary-fill").first()).toHaveCSS(
    "background-color",
    "rgb(47, 107, 60)",
  );
  expect(violations).toEqual([]);

  await page.goto("/admin?panel=company&section=brand");
  await sheet.getByRole("button", { name: "Back to the usual colors" }).click();
  await sheet.getByRole("textbox", { name: "Logo" }).fill("");
  await sheet.getByRole("button", { name: "Save Brand" }).click();
  await expect(adminScreen(page).toast.first()).toContainText("Company updated");
  await page.goto("/");
  await expect(page.locator("html")).not.toHaveAttribute("style", /primary/);
  await expect(page.locator('link[rel="icon"][href="/favicon.svg"]')).toHaveCount(1);
});

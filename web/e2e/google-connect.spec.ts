import type { Page } from "@playwright/test";
import { secondCompany } from "./harness/second-company";
import {
  accessibilityViolations,
  expect,
  expectNoHorizontalScroll,
  test,
  waitForHydration,
} from "./harness/test";
import { adminScreen, signInAnew } from "./screens/admin";
import { siteScreen } from "./screens/site";

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  settings: ({ google }, use) => use({ company: secondCompany, env: google.endpoints }),
});

const empty = "No reviews available yet. Be the first to review our services!";

function reviewsOf(page: Page) {
  return siteScreen(page).main.getByRole("region", { name: "What Our Customers Say" });
}

test("the owner connects Google on a phone, asks for reviews, connects again and disconnects", async ({
  page,
  newPage,
  server,
  google,
  errorLog,
}) => {
  errorLog.allow(/google\/finish: .* status of 400/);
  await google.setReviewCount(2);
  await google.setLocationCount(3);
  await signInAnew(page, server);
  await page.goto("/admin");
  await page.getByRole("link", { name: "Connect Google" }).tap();
  const sheet = page.getByRole("dialog", { name: "Company" });
  const form = sheet.getByRole("form", { name: "Connect Google" });
  await form.getByLabel("Client ID").fill(google.client.id);
  await form.getByLabel("Client secret").fill(google.client.secret);
  await expectNoHorizontalScroll(page);
  expect(await accessibilityViolations(page)).toEqual([]);
  await form.getByRole("button", { name: "Connect" }).tap();

  // Denied at first. The client need not be typed again.
  await page.getByRole("button", { name: "Cancel" }).tap();
  await expect(sheet.getByRole("alert")).toContainText("You did not allow this site");
  await form.getByRole("button", { name: "Connect" }).tap();
  await page.getByRole("button", { name: "Allow" }).tap();
  await sheet.getByRole("radio", { name: /^Sample Pest Control 1/ }).check();
  expect(new URL(page.url()).searchParams.has("code"), "the code is still in the URL").toBe(false);
  expect(await accessibilityViolations(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Show these reviews" }).tap();
  await expect(sheet.getByText("2 reviews are shown.")).toBeVisible();

  const visitor = await newPage();
  await visitor.goto("/");
  await expect(reviewsOf(visitor).getByRole("article")).toHaveCount(2);

  await page.goto("/admin?panel=messages");
  const messages = page.getByRole("dialog", { name: "Messages" });
  await messages.getByText("Ask for a review").tap();
  await expect(messages.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const text = messages.getByRole("link", { name: "Send as text" });
  await expect(text).toHaveAttribute("href", /^sms:\?&body=Thank%20you.*%2Freview%3Flocation/);
  await expectNoHorizontalScroll(page);
  expect(await accessibilityViolations(page)).toEqual([]);

  await google.setReviewCount(0);
  const write = visitor.getByRole("link", { name: "Write a review on Google" });
  await expect(async () => {
    await visitor.goto("/");
    await expect(reviewsOf(visitor)).toContainText(empty, { timeout: 500 });
  }).toPass();
  await waitForHydration(visitor);
  await expect(write).toHaveAttribute("href", /\/review\?location=/);

  await google.revoke();
  const again = page.getByRole("link", { name: "Connect again" });
  await expect(async () => {
    await adminScreen(page).open();
    await expect(again).toBeVisible({ timeout: 1000 });
  }).toPass();
  await again.tap();
  await expect(sheet.getByRole("alert")).toContainText("Google no longer accepts");
  await form.getByRole("button", { name: "Connect again" }).tap();
  await page.getByRole("button", { name: "Allow" }).tap();
  await expect(sheet.getByText("Connected: Sample Pest Control 1")).toBeVisible();

  await sheet.getByRole("button", { name: "Disconnect" }).tap();
  await adminScreen(page).alert.getByRole("button", { name: "Disconnect" }).tap();
  await expect(form.getByRole("button", { name: "Connect" })).toBeVisible();
  await visitor.goto("/");
  await expect(reviewsOf(visitor)).toContainText(empty);
  await waitForHydration(visitor);
  await expect(write).toHaveCount(0);
});

import { expect, expectNoHorizontalScroll, test } from "./harness/test";
import { signIn } from "./screens/admin";

test.use({ settings: { apart: "recovery", args: ["--backup-recipient", "auto"] } });

test("backups are on when four words of the printed recovery sheet were typed", async ({
  errorLog,
  page,
  server,
}) => {
  errorLog.allow(/status of 400/); // the wrong words
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, server);
  await page.goto("/admin?panel=health");
  const health = page.getByRole("dialog", { name: "Site health" });
  await health.getByRole("button", { name: "Back Up Now" }).click();
  await expect(async () => {
    await health.getByRole("button", { name: "Check Again" }).click();
    await expect(health.getByText("backups are not on yet")).toBeVisible({ timeout: 2000 });
  }).toPass();

  await health.getByRole("button", { name: "Recovery Sheet" }).click();
  const sheet = page.getByRole("dialog", { name: "Recovery sheet" });
  await expect(sheet.getByText(/^AGE-SECRET-KEY-1/)).toBeVisible();
  await expectNoHorizontalScroll(page);
  const words = await sheet
    .getByRole("heading", { name: "The words of this sheet" })
    .locator("xpath=..")
    .getByRole("listitem")
    .allTextContents();
  expect(words).toHaveLength(12);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".printed-page")).toBeVisible();
  await expect(sheet).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  await sheet.getByRole("button", { name: "I Have Printed It" }).click();
  const form = page.getByRole("dialog", { name: "Words of the recovery sheet" });
  const fields = form.getByRole("textbox");
  await expect(fields).toHaveCount(4);
  for (const field of await fields.all()) await field.fill("wrong");
  await form.getByRole("button", { name: "Confirm" }).click();
  await expect(form.getByRole("alert")).toContainText("These are not the words");
  for (const label of await form.locator("label").allTextContents()) {
    const position = Number(/\d+/.exec(label)?.[0]);
    await form.getByLabel(label).fill(words[position - 1] ?? "");
  }
  await form.getByRole("button", { name: "Confirm" }).click();
  await expect(form).toHaveCount(0);
  await expect(health.getByText("backups are not on yet")).toHaveCount(0);
});

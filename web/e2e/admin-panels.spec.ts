import { expect, test } from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";

test("a panel has its own URL: reload keeps it open, Back and Close close it", async ({
  page,
  server,
}) => {
  await signIn(page, server);
  const screen = adminScreen(page);
  await screen.open("hours");
  const sheet = page.getByRole("dialog", { name: "Messages" });
  const open = page.getByRole("button", { name: /^Messages/ });

  await open.click();
  await expect(page).toHaveURL("/admin?tab=hours&panel=messages");
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL("/admin?tab=hours");

  await open.click();
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL("/admin?tab=hours");

  await open.click();
  await page.reload();
  await expect(sheet).toBeVisible();
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL("/admin?tab=hours");
});

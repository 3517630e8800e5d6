import { expect, expectNoHorizontalScroll, test } from "./harness/test";
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

test("the name of the company and the buttons of the header do not overlap and fit", async ({
  page,
  server,
}) => {
  await signIn(page, server);
  await page.goto("/admin");
  const header = page.getByRole("banner");
  await expect(header.getByRole("button", { name: "Logout" })).toBeVisible();
  for (const width of [180, 320, 360, 480, 640, 768, 900, 1024, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await expect.poll(() => header.evaluate(overlappingButtons), `at ${width} pixels`).toEqual([]);
    const bottoms = await header
      .locator("a, button")
      .evaluateAll((all) => all.map((button) => Math.round(button.getBoundingClientRect().bottom)));
    if (width >= 320) expect(new Set(bottoms).size, `rows at ${width} pixels`).toBe(1);
  }
});

/** The links and buttons that cover the company's name or leave the screen; runs in the page. */
function overlappingButtons(header: Element): (string | null)[] {
  const range = document.createRange();
  range.selectNodeContents(header.querySelector("p") ?? header);
  const name = range.getBoundingClientRect();
  return [...header.querySelectorAll("a, button")]
    .filter((button) => {
      const { left, top, right } = button.getBoundingClientRect();
      return (left < name.right && top < name.bottom) || right > window.innerWidth;
    })
    .map((button) => button.textContent);
}

test("the menu under the name opens the other panels by keyboard, also on a narrow screen", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, server);
  await page.goto("/admin");
  const button = page.getByRole("button", { name: server.admin.fullName });
  const menu = page.getByRole("menu");
  for (const name of ["View Site", "Company", "Messages", /^Menu/, "Logout"]) {
    await expect(page.getByRole("banner").getByText(name).first()).toBeVisible();
  }
  await expect(adminScreen(page).logout).toBeVisible();
  await expectNoHorizontalScroll(page);

  await expect(button).toHaveAttribute("aria-haspopup", "menu");
  await button.focus();
  await page.keyboard.press("ArrowDown");
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await expect(menu.getByRole("menuitem", { name: "Company" })).toBeFocused();
  await expectNoHorizontalScroll(page);
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();

  const names = [
    "Company",
    "This month",
    "Recent changes",
    "People",
    "Activity",
    "Site health",
    "Account",
  ];
  for (const [index, name] of names.entries()) {
    await page.keyboard.press("Enter");
    await expect(menu.getByRole("menuitem").first()).toBeFocused();
    for (const next of names.slice(1, index + 1)) {
      await page.keyboard.press("ArrowDown");
      await expect(menu.getByRole("menuitem", { name: next })).toBeFocused();
    }
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/admin?panel=${name.toLowerCase().split(" ").at(-1)}`);
    const sheet = page.getByRole("dialog", { name, exact: true });
    await expect(sheet).toBeVisible();
    await expectNoHorizontalScroll(page, name);
    await page.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

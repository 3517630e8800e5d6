import type { Page } from "@playwright/test";
import { accessibilityViolations, expect, test, waitForHydration } from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";
import { siteScreen } from "./screens/site";

// One worker starts the fake and polls it.
test.describe.configure({ mode: "default" });
test.use({ settings: ({ google }, use) => use({ env: google.settings }) });

function reviewsSection(page: Page) {
  const section = siteScreen(page).main.getByRole("region", { name: "What Our Customers Say" });
  return { section, cards: section.getByRole("article") };
}

/** Reloads the home page until it has this many reviews, visible or not. */
async function openWithReviews(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await page.goto("/");
    await expect(reviewsSection(page).section.locator("article")).toHaveCount(count, {
      timeout: 500,
    });
  }).toPass();
}

test("all reviews are shown, newest first", async ({ page, google }) => {
  await google.setReviewCount(30);
  await openWithReviews(page, 24);
  await waitForHydration(page);
  const { section, cards } = reviewsSection(page);
  const first = cards.first();
  await expect(first).toContainText("5 out of 5 stars");
  await expect(first).toContainText("They found the termites that two others had missed");
  await expect(first).toContainText("Dolores Sample");
  await expect(first).toContainText("March 2, 2026");
  expect(await accessibilityViolations(page)).toEqual([]);

  await expect(cards).toHaveCount(6);
  await section.getByText("Show more reviews").click();
  await expect(cards).toHaveCount(24);
  await section.getByRole("button", { name: "Show 6 of 6 older reviews" }).click();
  await expect(cards).toHaveCount(30);
  await section.getByText("Show fewer reviews").click();
  await expect(cards).toHaveCount(6);
});

test("changed reviews appear without an edit", async ({ page, google }) => {
  await google.setReviewCount(2);
  await openWithReviews(page, 2);
  await google.setReviewCount(4);
  await openWithReviews(page, 4);
  await google.setReviewCount(0);
  await openWithReviews(page, 0);
  await expect(reviewsSection(page).section).toContainText(
    "No reviews available yet. Be the first to review our services!",
  );
});

test("when Google denies access, the reviews stay and the dashboard says why", async ({
  page,
  google,
  server,
}) => {
  await google.setReviewCount(3);
  await openWithReviews(page, 3);
  await google.failWith("forbidden");
  await signIn(page, server);
  const expectStatus = async (text: RegExp) =>
    expect(async () => {
      await adminScreen(page).open();
      await expect(page.getByText(text)).toBeVisible({ timeout: 1000 });
    }).toPass();
  await expectStatus(
    /^3 Google reviews, last fetched .+ may not read the reviews of this location/,
  );
  await openWithReviews(page, 3);

  await google.recover();
  await google.setReviewCount(5);
  await expectStatus(/^5 Google reviews, last fetched [^.]+\.$/);
});

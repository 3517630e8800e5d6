import type { Page } from "@playwright/test";
import { FakeGoogle } from "./harness/fake-google";
import { Server } from "./harness/server";
import { accessibilityViolations, test as base, expect, waitForHydration } from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";
import { siteScreen } from "./screens/site";

const test = base.extend<object, { google: FakeGoogle; server: Server }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
    async ({}, use) => {
      const google = await FakeGoogle.start();
      await use(google);
      await google.stop();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ google }, use) => {
      const server = await Server.start({ env: google.settings });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

// The server polls the fake, and a test waits for several polls.
test.slow();

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
  }).toPass({ timeout: 30_000 });
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
    }).toPass({ timeout: 30_000 });
  await expectStatus(
    /^3 Google reviews, last fetched .+ may not read the reviews of this location/,
  );
  await openWithReviews(page, 3);

  await google.recover();
  await google.setReviewCount(5);
  await expectStatus(/^5 Google reviews, last fetched [^.]+\.$/);
});

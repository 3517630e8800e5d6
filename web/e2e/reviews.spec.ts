import type { Page } from "@playwright/test";
import { FakeGoogle } from "./harness/google";
import { Server } from "./harness/server";
import { accessibilityFaults, test as base, expect, hydrated } from "./harness/test";
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

// The site fetches by itself: a journey waits for that several times.
test.slow();

function reviewsOn(page: Page) {
  const section = siteScreen(page).main.getByRole("region", { name: "What Our Customers Say" });
  return { section, cards: section.getByRole("article") };
}

/** Opens the home page until it has this many reviews, whether one sees them yet or not. */
async function openWith(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await page.goto("/");
    await expect(reviewsOn(page).section.locator("article")).toHaveCount(count, { timeout: 500 });
  }).toPass({ timeout: 30_000 });
}

test("customers' reviews are all there, the newest first", async ({ page, google }) => {
  await google.publish(30);
  await openWith(page, 24);
  await hydrated(page);
  const { section, cards } = reviewsOn(page);
  const first = cards.first();
  await expect(first).toContainText("5 out of 5 stars");
  await expect(first).toContainText("They found the termites that two others had missed");
  await expect(first).toContainText("Dolores Sample");
  await expect(first).toContainText("March 2, 2026");
  expect(await accessibilityFaults(page)).toEqual([]);

  await expect(cards).toHaveCount(6);
  await section.getByText("Show more reviews").click();
  await expect(cards).toHaveCount(24);
  await section.getByRole("button", { name: "Show 6 of 6 older reviews" }).click();
  await expect(cards).toHaveCount(30);
  await section.getByText("Show fewer reviews").click();
  await expect(cards).toHaveCount(6);
});

test("a new list of Google's is shown without anybody's doing", async ({ page, google }) => {
  await google.publish(2);
  await openWith(page, 2);
  await google.publish(4);
  await openWith(page, 4);
  await google.publish(0);
  await openWith(page, 0);
  await expect(reviewsOn(page).section).toContainText(
    "No reviews available yet. Be the first to review our services!",
  );
});

test("when Google refuses, visitors keep the reviews and the owner reads why", async ({
  page,
  google,
  server,
}) => {
  await google.publish(3);
  await openWith(page, 3);
  await google.have("forbidden");
  await signIn(page, server);
  const dashboard = async (sentence: RegExp) =>
    expect(async () => {
      await adminScreen(page).open();
      await expect(page.getByText(sentence)).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 30_000 });
  await dashboard(/^3 Google reviews, last fetched .+ may not read the reviews of this location/);
  await openWith(page, 3);

  await google.have("");
  await google.publish(5);
  await dashboard(/^5 Google reviews, last fetched [^.]+\.$/);
});

import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Page, Route } from "@playwright/test";
import type { AdminApi } from "./harness/admin-api";
import { expect, sweep, test } from "./harness/test";
import { adminScreen, signIn, uniqueName } from "./screens/admin";

interface Context {
  page: Page;
  screen: ReturnType<typeof adminScreen>;
  adminApi: AdminApi;
}

interface Part {
  part: string;
  /** The file of its code. */
  code: string;
  path: string;
  /** Makes the page want the part. Without it, the path does. */
  open?: (context: Context) => Promise<void>;
}

const sheets = [
  ["the messages", "messages-sheet", "messages"],
  ["the statistics", "this-month", "month"],
  ["the company", "company-sheet", "company"],
  ["the account", "account-sheet", "account"],
  ["the people", "people-sheet", "people"],
  ["Site health", "health-sheet", "health"],
  ["the activity", "activity-sheet", "activity"],
  ["the recent changes", "changes-sheet", "changes"],
] as const;

/** Each part whose code is loaded when somebody wants it: where it is, and how it is opened. */
const parts: Part[] = [
  ...sheets.map(([part, code, panel]) => ({ part, code, path: `/admin?panel=${panel}` })),
  {
    part: "the uploader",
    code: "uploader",
    path: "/admin?tab=images",
    open: ({ screen }) => screen.button("Upload Images").click(),
  },
  {
    part: "the history",
    code: "version-list",
    path: "/admin?tab=hours",
    open: async ({ screen }) => {
      await screen.button("Edit Monday").click();
      await screen.dialog.getByRole("button", { name: "History" }).click();
    },
  },
  {
    part: "the preview",
    code: "preview-dialog",
    path: "/admin?tab=hours",
    open: async ({ screen }) => {
      await screen.button("Edit Monday").click();
      await screen.dialog.getByRole("button", { name: "Preview page" }).click();
    },
  },
  {
    part: "what an edit changes",
    code: "changes-dialog",
    path: "/admin?tab=posts",
    open: async ({ screen, adminApi }) => {
      await editPost(screen, adminApi);
      await screen.dialog.getByRole("button", { name: /^Changes / }).click();
    },
  },
  {
    part: "the conflict view",
    code: "conflict-view",
    path: "/admin?tab=posts",
    open: async ({ screen, adminApi }) => {
      const id = await editPost(screen, adminApi);
      await adminApi.save("/api/admin/blog-posts", { id, excerpt: "Theirs" });
      await screen.dialog.getByRole("button", { name: "Update Post" }).click();
    },
  },
  {
    part: "the comparison of an unfinished copy",
    code: "word-diff",
    path: "/admin?tab=posts",
    open: async ({ page, screen, adminApi }) => {
      await editPost(screen, adminApi);
      await screen.dialog.getByText(/^Draft saved/).waitFor();
      await page.reload();
      await screen.dialog.getByText("Changed: Excerpt").click();
    },
  },
  {
    part: "the order",
    code: "order-list",
    path: "/admin?tab=services",
    open: ({ screen }) => screen.button("Reorder").click(),
  },
  {
    part: "the visual editor",
    code: "rich-text-editor",
    path: "/admin?tab=services",
    open: async ({ screen }) => {
      await screen.button("Edit Service").first().click();
      await screen.dialog.getByText("Visual", { exact: true }).click();
    },
  },
  {
    part: "the code editor",
    code: "template-code",
    path: "/admin?tab=services",
    open: async ({ screen }) => {
      await screen.button("Edit Template").first().click();
      await screen.panel.getByText("Code editor", { exact: true }).click();
    },
  },
  {
    part: "the form with the fields of a deleted record",
    code: "use-as-new",
    path: "/admin?panel=changes",
    open: async ({ page, screen, adminApi }) => {
      const { id } = await adminApi.save("/api/admin/blog-posts", samplePost());
      await adminApi.delete(`/api/admin/blog-posts/${id}`);
      await page.reload();
      await screen.dialog.getByRole("button", { name: "Use as new blog post…" }).first().click();
    },
  },
  {
    part: "the second factor",
    code: "second-factor-screen",
    path: "/admin",
    open: async ({ page }) => {
      await page.route("/api/auth/user", async (route) => {
        const body = await (await route.fetch()).json();
        await route.fulfill({ json: { ...body, secondFactorDue: true } });
      });
      await page.reload();
    },
  },
  {
    part: "the recovery codes",
    code: "recover-dialog",
    path: "/login",
    open: ({ page }) => page.getByRole("button", { name: "Use a recovery code" }).click(),
  },
  {
    part: "the ways to a new password",
    code: "forgot-dialog",
    path: "/login",
    open: ({ page }) => page.getByRole("button", { name: "Forgot password?" }).click(),
  },
];

function samplePost() {
  const slug = uniqueName("chunk");
  return { title: slug, slug, excerpt: "Short", content: "Long" };
}

/** Opens the form of a new post, and types into it. */
async function editPost(screen: Context["screen"], adminApi: AdminApi): Promise<number> {
  const post = samplePost();
  const { id } = await adminApi.save("/api/admin/blog-posts", post);
  await screen.open("posts");
  await screen.button(`Edit ${post.title}`).click();
  await screen.dialog.getByLabel(/^Excerpt/).fill("Mine");
  return id;
}

/** As a server answers that has the files of another release. */
const missing = (route: Route) => route.fulfill({ status: 404, body: "Not Found" });

test("every part whose code is loaded later is tried here", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" });
  const loaded = files
    .filter((file) => /\.tsx$/.test(file) && !file.endsWith(".test.tsx"))
    .flatMap((file) => [
      ...readFileSync(`src/${file}`, "utf8").matchAll(
        /= lazy(?:Part|Sheet)\([^;]*?import\("([^"]+)"\)/g,
      ),
    ])
    .map(([, path = ""]) => basename(path));
  expect(parts.map(({ code }) => code).sort()).toEqual(loaded.sort());
});

/** The tab, the sheets or the page that a part is in. Its parts are tried one after another in one test. */
const placeOf = ({ path }: Part) => path.replace(/panel=.*/, "panel");

for (const place of new Set(parts.map(placeOf))) {
  test(
    `${place} stays usable when the code of a part fails to load`,
    sweep,
    async ({ page, server, errorLog, adminApi }) => {
      errorLog.allow(
        /ERR_FAILED|status of (404|409)|Failed to fetch dynamically imported module|preview\/changes/,
      );
      if (place.endsWith("hours")) {
        const times = { openTime: "8:00 AM", closeTime: "5:00 PM", isClosed: false }; // a closed day has none
        await adminApi.save("/api/admin/business-hours", { day: "monday", ...times });
      }
      if (place !== "/login") await signIn(page, server);
      const title = place === "/login" ? "Admin Login" : "Admin Dashboard";
      const heading = page.getByRole("heading", { name: title, includeHidden: true });
      const note = page.getByRole("alert").filter({ hasText: "This part could not be loaded." });
      for (const { part, code, path, open } of parts.filter((one) => placeOf(one) === place)) {
        await test.step(part, async () => {
          const file = new RegExp(`/assets/${code}-[^/]+\\.js$`);
          await page.route(file, missing);
          await page.goto(path);
          await open?.({ page, screen: adminScreen(page), adminApi });
          await expect(note).toBeVisible();
          // The screen of the second factor is all that there is.
          if (code !== "second-factor-screen") await expect(heading).toBeAttached();

          await page.unroute(file);
          const loaded = page.waitForResponse(
            (response) => file.test(response.url()) && response.ok(),
          );
          await note.getByRole("button", { name: "Try Again" }).click();
          await loaded;
          await expect(note).toHaveCount(0);
        });
      }
    },
  );
}

test("the page says so when the code of the back office itself fails to load", async ({
  page,
  server,
  errorLog,
}) => {
  errorLog.allow(/status of 404|Failed to fetch dynamically imported module/);
  await signIn(page, server);
  const file = /\/assets\/admin-gate-[^/]+\.js$/;
  await page.route(file, missing);
  await page.goto("/admin");
  await expect(page.getByRole("alert")).toContainText("The back office could not be loaded.");
  await page.unroute(file);
  await page.getByRole("button", { name: "Reload the Page" }).click();
  await expect(page.getByRole("heading", { name: "Admin Dashboard", exact: true })).toBeVisible();
});

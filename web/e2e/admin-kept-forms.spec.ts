import type { Page } from "@playwright/test";
import { holdToastOf } from "./harness/clock";
import { png } from "./harness/png";
import type { Account } from "./harness/server";
import { expect, expectNoHorizontalScroll, sweep, test } from "./harness/test";
import { addUser, adminScreen, signIn, uniqueName } from "./screens/admin";

test.use({ viewport: { width: 390, height: 844 } });

interface Form {
  path: string;
  /** What is pressed to open the form. */
  open?: string[];
  /** The label of the text box that is typed into. */
  field: string | RegExp;
  typed?: string;
  /** How it is closed: by its button, or with the sheet or the tab that it is in. */
  close?: "Cancel" | "Escape" | "tab";
}

const panel = "/admin?panel=";
const tab = "/admin?tab=";

/** Every form that keeps what is typed. */
const forms: Record<string, Form> = {
  "a new post": { path: `${tab}posts`, open: ["New Blog Post"], field: "Excerpt" },
  "a service, in Site Content": {
    path: "/admin",
    open: ["Services", "Edit Rodent Control"],
    field: "Short Description",
  },
  "a service, in its tab": {
    path: `${tab}services`,
    open: ["Edit Service"],
    field: "Short Description",
  },
  "a template": {
    path: `${tab}services`,
    open: ["Edit Template"],
    field: "Template",
    close: "tab",
  },
  "new content": { path: "/admin", open: ["Add New Content"], field: "Content" },
  "a text in place": {
    path: "/admin",
    open: ["Contact", "Enable Editing", "Edit Contact Title"],
    field: "Contact Title",
  },
  "the company, business": { path: `${panel}company`, field: "Tagline", close: "Escape" },
  "the company, people": {
    path: `${panel}company&section=people`,
    field: "Role",
    close: "Escape",
  },
  "the company, brand": {
    path: `${panel}company&section=brand`,
    field: "Main color",
    typed: "#225588",
    close: "Escape",
  },
  "the company, texts": {
    path: `${panel}company&section=texts`,
    field: /^Title|^Heading|^Text/,
    close: "Escape",
  },
  "quick replies": {
    path: `${panel}messages`,
    open: ["Quick replies"],
    field: /^One answer per line/,
    close: "Escape",
  },
  hours: { path: `${tab}hours`, open: ["Edit Wednesday"], field: "Opening Time" },
  "a special day": { path: `${tab}hours`, open: ["Add Special Day"], field: /^Label/ },
  "a social link": { path: `${tab}social`, open: ["Add New Link"], field: "Platform" },
  "an image": { path: `${tab}images`, open: ["Kept"], field: "Name" },
};

/** Who types in these tests: nobody else's unfinished forms are offered. */
let user: Account | undefined;

/** Forms of one tab, or of all sheets, are tried one after another in one test. */
const placeOf = ({ path }: Form) => path.replace(/panel=.*/, "panel");

for (const place of new Set(Object.values(forms).map(placeOf))) {
  const details = place.endsWith("hours") ? {} : sweep;
  test(
    `what is typed is kept when it is closed, and continued: ${place}`,
    details,
    async ({ page, server, adminApi, errorLog }) => {
      errorLog.allow(/preview\/changes/);
      if (place.endsWith("hours")) {
        const times = { openTime: "8:00 AM", closeTime: "5:00 PM", isClosed: false }; // a closed day has none
        await adminApi.save("/api/admin/business-hours", { day: "wednesday", ...times });
      }
      user ??= addUser(server, "admin");
      await signIn(page, server, user);
      await page.clock.install();
      for (const [name, form] of Object.entries(forms).filter(
        ([, one]) => placeOf(one) === place,
      )) {
        await test.step(name, () => keepAndContinue(page, form, form.typed ?? uniqueName("Typed")));
      }
    },
  );
}

async function keepAndContinue(page: Page, form: Form, typed: string): Promise<void> {
  const screen = adminScreen(page);
  const box = page.getByLabel(form.field).and(page.locator("input, textarea")).first();
  /** Closes the form, and answers its toast while the clock is stopped. */
  const answerKept = async (answer: "Continue" | "Discard") => {
    const button = screen.toast.getByRole("button", { name: answer });
    await holdToastOf(page, button, () => closeForm(page, form));
    await screen.answerKept(answer);
    await page.clock.resume();
  };
  await page.goto(form.path);
  if (form === forms["an image"]) await uploadImage(page);
  await openForm(page, form);
  await box.fill(typed);
  await expect(page.getByText(/^Draft saved \d+:\d\d/)).toBeVisible();
  await expectNoHorizontalScroll(page);
  await answerKept("Continue");
  await expect(box).toHaveValue(typed);
  await answerKept("Discard");
  await page.goto(form.path);
  await openForm(page, form);
  await expect(box).toBeVisible();
  await expect(box).not.toHaveValue(typed);
  await expect(page.getByRole("button", { name: /^Continue where/ })).toHaveCount(0);
}

async function uploadImage(page: Page): Promise<void> {
  const { panel, dialog, button } = adminScreen(page);
  await button("Upload Images").click();
  await dialog.locator("input[type=file]").first().setInputFiles(png("Kept.png", 50));
  await dialog.getByRole("button", { name: "Upload 1 file" }).click();
  await expect(dialog).toHaveCount(0);
  await panel.getByRole("region", { name: "Image Library" }).scrollIntoViewIfNeeded();
}

async function openForm(page: Page, { open = [] }: Form): Promise<void> {
  for (const name of open) {
    const button = page.getByRole("button", { name, exact: name !== "Kept" });
    await button
      .or(page.locator("summary", { hasText: name }))
      .first()
      .click();
  }
}

async function closeForm(page: Page, { close = "Cancel" }: Form): Promise<void> {
  if (close === "Escape") await page.keyboard.press("Escape");
  else if (close === "tab") await adminScreen(page).tab("Images").click();
  else await page.getByRole("button", { name: "Cancel" }).last().click();
}

import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { HealthLine } from "@/api/admin/health";
import { findDialog, mockApi, renderWithPage } from "@/testing/render";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { HealthSheet } from "./health-sheet";

const path = "/api/admin/health";

function line(name: string, level: HealthLine["level"], more: Partial<HealthLine> = {}) {
  return {
    name,
    title: `Title of ${name}`,
    level,
    text: `Text of ${name}.`,
    advice: level === "ok" ? "" : `Advice on ${name}.`,
    details: [],
    panel: "",
    ...more,
  };
}

const report = {
  at: "2026-03-02T12:00:00Z",
  level: "problem",
  lines: [
    line("pages", "ok"),
    line("people", "attention", { details: ["Ana"], panel: "people" }),
    line("backup", "problem"),
  ],
};

function show() {
  return renderWithPage(
    <TooltipProvider>
      <HealthSheet />
    </TooltipProvider>,
  );
}

it("puts what is worst first, with what to do, and folds away what is well", async () => {
  mockApi({ [path]: report, "/api/admin/backups/status": status });
  const { user } = show();
  expect(await screen.findByText("2 things need attention.")).toBeVisible();
  const headings = screen.getAllByRole("heading", { level: 3 }).map((h) => h.textContent);
  expect(headings.slice(0, 2)).toEqual(["Problem: Title of backup", "Attention: Title of people"]);
  expect(screen.getByText("Advice on backup.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Open People" })).toBeVisible();
  expect(screen.getByText("Text of pages.")).not.toBeVisible();
  await user.click(screen.getByText("1 thing is well"));
  expect(screen.getByText("Text of pages.")).toBeVisible();
});

const status = { printed: false, positions: [2, 5, 7, 11] };

it("begins a backup", async () => {
  mockApi({
    [path]: report,
    "/api/admin/backups/status": status,
    "/api/admin/backups": { message: "The backup has begun" },
  });
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Back Up Now" }));
  expect(fetch).toHaveBeenCalledWith(
    "/api/admin/backups",
    expect.objectContaining({ method: "POST" }),
  );
});

const sheet = {
  site: "Example",
  place: "/backups",
  beside: true,
  keys: ["AGE-SECRET-KEY-1EXAMPLE"],
  before: ["A machine."],
  commands: ["perimeter restore", "perimeter check", "perimeter serve"],
  words: "acorn badge cabin daisy eagle fence gate hero island kite lake moon".split(" "),
  release: "1",
  printedAt: "2026-03-02T12:00:00Z",
};

it("shows the recovery sheet and takes the words that the server asks for", async () => {
  mockApi({
    [path]: report,
    "/api/admin/backups/status": status,
    "/api/admin/recovery-sheet": sheet,
  });
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Recovery Sheet" }));
  const dialog = await findDialog("Recovery sheet");
  expect(dialog).toHaveTextContent("AGE-SECRET-KEY-1EXAMPLE");
  await user.click(screen.getByRole("button", { name: "I Have Printed It" }));
  for (const [position, word] of [
    ["2", "badge"],
    ["5", "eagle"],
    ["7", "gate"],
    ["11", "lake"],
  ]) {
    await user.type(screen.getByLabelText(`Word ${position} *`), word as string);
  }
  await user.click(screen.getByRole("button", { name: "Confirm" }));
  expect(fetch).toHaveBeenCalledWith(
    "/api/admin/recovery-sheet",
    expect.objectContaining({
      method: "POST",
      body: JSON.stringify({ words: ["badge", "eagle", "gate", "lake"] }),
    }),
  );
});

it("says when everything is well", async () => {
  mockApi({ [path]: { ...report, level: "ok", lines: [line("pages", "ok")] } });
  show();
  expect(await screen.findByText("Everything is well.")).toBeVisible();
  expect(screen.queryByRole("list", { name: "Needs attention" })).not.toBeInTheDocument();
});

it("offers another attempt when the server does not answer", async () => {
  mockApi({ [path]: 503 });
  show();
  expect(await screen.findByRole("button", { name: /again/i })).toBeVisible();
});

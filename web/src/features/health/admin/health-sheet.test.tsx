import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { HealthLine } from "@/api/admin/health";
import { mockApi, renderWithPage } from "@/testing/render";
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
  mockApi({ [path]: report });
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

it("begins a backup", async () => {
  mockApi({ [path]: report, "/api/admin/backups": { message: "The backup has begun" } });
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Back Up Now" }));
  expect(fetch).toHaveBeenCalledWith(
    "/api/admin/backups",
    expect.objectContaining({ method: "POST" }),
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

import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { Checklist } from "@/api/admin/company";
import { renderWithPage } from "@/testing/render";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { GettingStarted } from "./getting-started";

function show(list: Checklist, part = <GettingStarted />) {
  let current = list;
  vi.stubGlobal(
    "fetch",
    vi.fn(async (_: string, init: RequestInit) => {
      if (init.method === "DELETE") current = { ...current, show: false };
      return Response.json({ success: true, data: current, message: "done" });
    }),
  );
  return renderWithPage(<TooltipProvider>{part}</TooltipProvider>);
}

const items: Checklist["items"] = [
  { key: "identity", done: true },
  { key: "hours", done: false },
  { key: "reviews", done: false },
];

it("links each step to the place that completes it, until it is dismissed", async () => {
  const { user } = show({ sample: true, show: true, items });
  expect(
    await screen.findByRole("heading", { name: "Your site still shows a sample company" }),
  ).toBeTruthy();
  expect(screen.getByText("1 of 3 steps done")).toBeTruthy();
  const list = screen.getByRole("list").closest("details");
  expect(list?.open, "the steps open on a tap").toBe(false);
  await user.click(screen.getByText("1 of 3 steps done"));
  expect(list?.open).toBe(true);
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/admin?tab=hours", "/admin?panel=company&section=google"]);
  await user.click(screen.getByRole("button", { name: "Dismiss the first steps" }));
  await waitFor(() => expect(screen.queryByRole("heading")).toBeNull());
});

it("does not speak of a sample once the company is the owner's", async () => {
  show({ sample: false, show: true, items });
  expect(await screen.findByRole("heading", { name: "Finish setting up your site" })).toBeTruthy();
});

function Dashboard() {
  const [asked, setAsked] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setAsked(asked + 1)}>
        First steps
      </button>
      <GettingStarted asked={asked} />
    </>
  );
}

it("is opened again from the menu after it was dismissed", async () => {
  const { user } = show({ sample: false, show: false, items }, <Dashboard />);
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(screen.queryByRole("heading")).toBeNull();
  const menu = screen.getByRole("button", { name: "First steps" });
  await user.click(menu);
  const heading = await screen.findByRole("heading", { name: "Finish setting up your site" });
  expect(heading.closest("details")?.open).toBe(true);
  await user.click(screen.getByRole("button", { name: "Dismiss the first steps" }));
  expect(screen.queryByRole("heading")).toBeNull();
  await user.click(menu);
  expect(screen.getByRole("heading")).toBeVisible();
});

import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { mockApi, renderWithPage } from "@/testing/render";
import { useNoticesKnown } from "./use-notices-known";

const answers = {
  "/api/account": {},
  "/api/admin/checklist": {},
  "/api/admin/google-reviews": {},
  "/api/admin/claims": {},
};

function Tabs() {
  return useNoticesKnown() ? <p>The tabs</p> : null;
}

afterEach(() => {
  vi.useRealTimers();
});

it("waits for everything that stands above the tabs", async () => {
  mockApi(answers);
  renderWithPage(<Tabs />);
  expect(screen.queryByText("The tabs")).not.toBeInTheDocument();
  expect(await screen.findByText("The tabs")).toBeInTheDocument();
});

it("does not wait for an answer that is late", () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  renderWithPage(<Tabs />);
  act(() => vi.advanceTimersByTime(900));
  expect(screen.queryByText("The tabs")).not.toBeInTheDocument();
  act(() => vi.advanceTimersByTime(200));
  expect(screen.getByText("The tabs")).toBeInTheDocument();
});

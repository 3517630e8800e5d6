import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { mockApi, renderWithPage } from "@/testing/render";
import { Notices } from "./notices";

const answers = {
  "/api/account": { setupDue: false },
  "/api/admin/checklist": { show: false, items: [] },
  "/api/admin/google-reviews": { configured: false, count: 0 },
  "/api/admin/claims": { pages: 14, total: 0 },
};

const dashboard = (
  <Notices firstSteps={0}>
    <p>The tabs</p>
  </Notices>
);

afterEach(() => {
  vi.useRealTimers();
});

it("waits for everything that stands above the tabs", async () => {
  mockApi(answers);
  renderWithPage(dashboard);
  expect(screen.queryByText("The tabs")).toBeNull();
  const tabs = await screen.findByText("The tabs");
  expect(screen.getByText(/Google reviews/).compareDocumentPosition(tabs)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(screen.getByText(/Wording check/).compareDocumentPosition(tabs)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

it("asks for each answer once", async () => {
  mockApi(answers);
  const request = vi.fn(fetch);
  vi.stubGlobal("fetch", request);
  renderWithPage(dashboard);
  await screen.findByText(/Wording check/);
  await act(async () => {});
  const asked = request.mock.calls.map(([url]) => new URL(String(url), "http://site").pathname);
  expect(asked.sort()).toEqual(Object.keys(answers).sort());
});

it("does not move the tabs for an answer that is late", async () => {
  vi.useFakeTimers();
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  mockApi(answers);
  const inTime = fetch;
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    if (String(request[0]).endsWith("/claims")) await late;
    return inTime(...request);
  });
  renderWithPage(dashboard);
  await act(() => vi.advanceTimersByTimeAsync(900));
  expect(screen.queryByText("The tabs")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  const tabs = screen.getByText("The tabs");
  await act(async () => {
    answer();
    await vi.advanceTimersByTimeAsync(100);
  });
  expect(screen.getByText(/Google reviews/).compareDocumentPosition(tabs)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(screen.getByText(/Wording check/).compareDocumentPosition(tabs)).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  );
});

import { act, screen } from "@testing-library/react";
import { Profiler } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { OpenNow } from "./open-now";

let intersect: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  class FakeIntersectionObserver {
    constructor(callback: IntersectionObserverCallback) {
      intersect = () => callback([{ isIntersecting: true } as never], this as never);
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", FakeIntersectionObserver);
});
afterEach(() => {
  vi.useRealTimers();
});

it("shows whether the company is open in its time zone, and changes with the clock", () => {
  // Monday 4:59 PM in Texas, in winter.
  vi.setSystemTime("2026-01-05T22:59:00Z");
  renderWithPage(<OpenNow />, { data: { "business-hours": [] } });
  act(intersect);
  expect(screen.getByRole("paragraph")).toHaveTextContent("Open now, until 5:00 PM");
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.getByRole("paragraph")).toHaveTextContent("Closed now, opens tomorrow at 8:00 AM");
});

it("changes at the right moment without rendering in between", () => {
  // Monday 12:00:20 in Texas, in winter.
  vi.setSystemTime("2026-01-05T18:00:20Z");
  const render = vi.fn();
  renderWithPage(
    <Profiler id="line" onRender={render}>
      <OpenNow />
    </Profiler>,
    { data: { "business-hours": [] } },
  );
  act(intersect);
  expect(screen.getByRole("paragraph")).toHaveTextContent("Open now, until 5:00 PM");
  render.mockClear();
  act(() => vi.advanceTimersByTime(5 * 3_600_000 - 20_001));
  expect(render).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole("paragraph")).toHaveTextContent("Closed now, opens tomorrow at 8:00 AM");
});

it("is right at once when a sleeping phone wakes up", () => {
  vi.setSystemTime("2026-01-05T22:00:00Z");
  renderWithPage(<OpenNow />, { data: { "business-hours": [] } });
  act(intersect);
  vi.setSystemTime("2026-01-06T02:00:00Z");
  act(() => document.dispatchEvent(new Event("visibilitychange")));
  expect(screen.getByRole("paragraph")).toHaveTextContent("Closed now, opens tomorrow at 8:00 AM");
});

it("knows special days", () => {
  // Thanksgiving Day 2026 at noon in Texas.
  vi.setSystemTime("2026-11-26T18:00:00Z");
  const thanksgiving = {
    id: 1,
    date: "2026-11-26",
    endDate: "2026-11-26",
    isClosed: true,
    openTime: "",
    closeTime: "",
    label: "Thanksgiving Day",
  };
  renderWithPage(<OpenNow />, { data: { "business-hours": [], "special-days": [thanksgiving] } });
  act(intersect);
  expect(screen.getByRole("paragraph")).toHaveTextContent("Closed now, opens tomorrow at 8:00 AM");
});

it("is empty if the hours cannot be parsed", () => {
  vi.setSystemTime("2026-01-05T18:00:00Z");
  const hours = [{ day: "monday", openTime: "early", closeTime: "late", isClosed: false }];
  renderWithPage(<OpenNow />, { data: { "business-hours": hours } });
  act(intersect);
  expect(screen.getByRole("paragraph")).toBeEmptyDOMElement();
});

it("does not look up the time zone before it is near the viewport", () => {
  const zones = vi.spyOn(Intl, "DateTimeFormat");
  renderWithPage(<OpenNow />, { data: { "business-hours": [] } });
  expect(zones).not.toHaveBeenCalled();
  expect(screen.getByRole("paragraph")).toBeEmptyDOMElement();
  act(intersect);
  expect(zones).toHaveBeenCalled();
});

import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { OpenNow } from "./open-now";

let comeNear: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  class FakeIntersectionObserver {
    constructor(callback: IntersectionObserverCallback) {
      comeNear = () => callback([{ isIntersecting: true } as never], this as never);
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", FakeIntersectionObserver);
});
afterEach(() => {
  vi.useRealTimers();
});

it("tells in the company's time zone whether it is open, and keeps up with the clock", () => {
  // A Monday in winter, one minute before five in Texas.
  vi.setSystemTime("2026-01-05T22:59:00Z");
  renderWithPage(<OpenNow />, { data: { "business-hours": [] } });
  act(comeNear);
  expect(screen.getByRole("paragraph")).toHaveTextContent("Open now, until 5:00 PM");
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.getByRole("paragraph")).toHaveTextContent("Closed now, opens tomorrow at 8:00 AM");
});

it("says nothing when the hours cannot be read", () => {
  vi.setSystemTime("2026-01-05T18:00:00Z");
  const hours = [{ day: "monday", openTime: "early", closeTime: "late", isClosed: false }];
  renderWithPage(<OpenNow />, { data: { "business-hours": hours } });
  act(comeNear);
  expect(screen.getByRole("paragraph")).toBeEmptyDOMElement();
});

it("does not ask for the time before it comes near the screen", () => {
  const zones = vi.spyOn(Intl, "DateTimeFormat");
  renderWithPage(<OpenNow />, { data: { "business-hours": [] } });
  expect(zones).not.toHaveBeenCalled();
  expect(screen.getByRole("paragraph")).toBeEmptyDOMElement();
  act(comeNear);
  expect(zones).toHaveBeenCalled();
});

import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { duration, monthBefore, Numbers } from "./this-month";

test.each([
  [null, "–"],
  [20, "under 1 min"],
  [240, "4 min"],
  [3600, "1 h"],
  [4800, "1 h 20 min"],
])("%s seconds are %s", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test("the month before January is December", () => {
  expect(monthBefore("2026-01")).toBe("2025-12");
  expect(monthBefore("2026-11")).toBe("2026-10");
});

test.each([
  [0, "–"],
  [3, "0 of 3"],
])("with %s conversations and no answer, %s are answered in time", (conversations, text) => {
  const report = {
    month: "2026-03",
    days: [],
    conversations,
    answered: 0,
    answeredInTime: 0,
    medianReplySeconds: null,
    contacts: 0,
    taps: 0,
    views: 0,
    pages: [],
    referrers: [],
  };
  render(<Numbers report={report} />);
  expect(screen.getByText("Answered in time").nextSibling).toHaveTextContent(text);
});

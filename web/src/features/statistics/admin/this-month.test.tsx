import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { duration, halfOf, monthBefore, Numbers } from "./this-month";

test.each([
  [null, "–"],
  [20, "under 1 min"],
  [240, "4 min"],
  [3600, "1 h"],
  [4800, "1 h 20 min"],
])("%s seconds are %s", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test("the time to an answer is explained in words", () => {
  expect(halfOf(360)).toBe("Half of them were answered within 6 min.");
  expect(halfOf(20)).toBe("Half of them were answered within 1 min.");
  expect(halfOf(null)).toBe("Nobody was answered yet.");
});

test("the month before January is December", () => {
  expect(monthBefore("2026-01")).toBe("2025-12");
  expect(monthBefore("2026-11")).toBe("2026-10");
});

const empty = {
  month: "2026-03",
  days: [],
  conversations: 0,
  answered: 0,
  answeredInTime: 0,
  medianReplySeconds: null,
  contacts: 0,
  taps: 0,
  views: 0,
  pages: [],
  referrers: [],
};

test.each([
  [0, "–"],
  [3, "0 of 3"],
])("with %s conversations and no answer, %s are answered in time", (conversations, text) => {
  render(<Numbers report={{ ...empty, conversations }} />);
  expect(screen.getByText("Answered in time").nextSibling).toHaveTextContent(text);
});

test("pages and sites that were counted together are called others", () => {
  const others = [{ name: "", count: 3 }];
  render(<Numbers report={{ ...empty, pages: others, referrers: others }} />);
  expect(screen.getByRole("region", { name: "Views by page" })).toHaveTextContent("Other pages");
  expect(screen.getByRole("region", { name: "Referring sites" })).toHaveTextContent("Other sites");
});

import { expect, it } from "vitest";
import type { ChatMessage, ChatState } from "@/api/chat";
import { isAway, waitingSince } from "./availability";

const state: ChatState = {
  staffOnline: false,
  started: "",
  closed: false,
  name: "",
  contact: "",
  readTo: 0,
  seenTo: 0,
  typing: "",
};

function message(id: number, staff: boolean): ChatMessage {
  const sentAt = new Date(id * 1_000).toISOString();
  return { id, key: String(id), staff, author: "", text: "", sentAt };
}

it("isAway is true only outside opening hours with no staff online", () => {
  const closed = { open: false, detail: "opens tomorrow" };
  expect(isAway(state, closed)).toBe(true);
  expect(isAway({ ...state, staffOnline: true }, closed)).toBe(false);
  expect(isAway(state, { open: true, detail: "" })).toBe(false);
  expect(isAway(state, undefined)).toBe(false);
});

it("waitingSince is the time of the first message after the last reply", () => {
  expect(waitingSince([])).toBeUndefined();
  expect(waitingSince([message(1, false), message(2, false)])).toBe(1_000);
  expect(waitingSince([message(1, false), message(2, true)])).toBeUndefined();
  expect(
    waitingSince([message(1, false), message(2, true), message(3, false), message(4, false)]),
  ).toBe(3_000);
});

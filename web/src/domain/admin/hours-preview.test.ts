import { expect, it } from "vitest";
import { previewHours } from "./hours-preview";

const open = (openTime: string, closeTime: string, more = {}) => ({
  openTime,
  closeTime,
  isClosed: false,
  ...more,
});

it.each([
  ["a day", open("9 AM", "5:00 PM"), "Monday: 9 AM to 5:00 PM", ""],
  ["a closed day", { ...open("x", "y"), isClosed: true }, "Monday: Closed", ""],
  [
    "a break",
    open("8:00 AM", "12:00 PM", { secondOpenTime: "1:00 PM", secondCloseTime: "5:00 PM" }),
    "Monday: 8:00 AM to 12:00 PM, 1:00 PM to 5:00 PM",
    "",
  ],
  ["a text", open("sunrise", "5:00 PM"), "Monday: sunrise to 5:00 PM", '"sunrise" is not a time'],
  ["a night", open("5:00 PM", "9:00 AM"), "Monday: 5:00 PM to 9:00 AM", ""],
  [
    "an overlap",
    open("8:00 AM", "12:00 PM", { secondOpenTime: "11:00 AM", secondCloseTime: "5:00 PM" }),
    "Monday: 8:00 AM to 12:00 PM, 11:00 AM to 5:00 PM",
    "not in order",
  ],
])("shows %s", (_, hours, seen, loss) => {
  const preview = previewHours("Monday", hours);
  expect(preview.seen).toBe(seen);
  if (loss) expect(preview.loss).toContain(loss);
  else expect(preview.loss).toBe("");
});

import { expect, it } from "vitest";
import { fillReply } from "./quick-replies";

it("fills in the visitor's name and the hours", () => {
  expect(fillReply("Hi {name}, we are open {hours}.", "Ann $& {hours}", "Monday 8 to 5")).toBe(
    "Hi Ann $& {hours}, we are open Monday 8 to 5.",
  );
});

it("leaves out a name that is not known", () => {
  expect(fillReply("Hi, {name}!", "", "")).toBe("Hi!");
  expect(fillReply("Thank you, {name}.", "", "")).toBe("Thank you.");
});

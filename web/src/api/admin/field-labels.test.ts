import { expect, test } from "vitest";
import { fieldLabel } from "./field-labels";

test.each([
  ["shortDescription", "Short Description"],
  ["value", "Content"],
  ["portalUrl", "Customer Portal URL"],
  ["team.1.role", "Team 2 Role"],
])("%s is shown as %s", (field, label) => {
  expect(fieldLabel(field)).toBe(label);
});

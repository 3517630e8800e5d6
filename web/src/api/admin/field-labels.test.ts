import { expect, test } from "vitest";
import { withFieldLabels } from "./field-labels";

test.each([
  ['The field "shortDescription" is required.', 'The field "Short Description" is required.'],
  ['The field "value" is required.', 'The field "Content" is required.'],
  ['The field "portalUrl" is required.', 'The field "Customer Portal URL" is required.'],
  ['The field "team.1.role" is required.', 'The field "Team 2 Role" is required.'],
  [
    'There is already a service with the slug "name".',
    'There is already a service with the slug "name".',
  ],
])("%s becomes %s", (message, told) => {
  expect(withFieldLabels(message)).toBe(told);
});

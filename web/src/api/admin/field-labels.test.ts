import { expect, test } from "vitest";
import { withFieldLabels } from "./field-labels";

test.each([
  ['The field "shortDescription" is required.', 'The field "Short Description" is required.'],
  ['The field "value" is required.', 'The field "Content" is required.'],
  ['The field "elsewhere" must be text.', 'The field "elsewhere" must be text.'],
  [
    'There is already a service with the slug "name".',
    'There is already a service with the slug "name".',
  ],
])("%s becomes %s", (message, told) => {
  expect(withFieldLabels(message)).toBe(told);
});

import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { takeLoggedErrors } from "./logged-errors";

test("what React complains about is collected", () => {
  const unknown = { wrap: true } as object;
  render(<p {...unknown} />);
  expect(takeLoggedErrors()).toEqual([expect.stringContaining("non-boolean attribute")]);
});

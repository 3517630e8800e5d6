import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, expect } from "vitest";
import { refuseRequest, takeUndeclaredRequests } from "./src/testing/undeclared-requests.ts";

globalThis.fetch = refuseRequest;
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  // Components turn a failed request into an error message, so the test itself has to fail here.
  expect(takeUndeclaredRequests(), "requests that the test does not declare").toEqual([]);
});

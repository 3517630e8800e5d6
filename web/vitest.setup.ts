import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeAll, expect } from "vitest";
import { collectLoggedErrors, takeLoggedErrors } from "./src/testing/logged-errors.ts";
import { refuseRequest, takeUndeclaredRequests } from "./src/testing/undeclared-requests.ts";

globalThis.fetch = refuseRequest;
configure({ asyncUtilTimeout: 50_000 });
collectLoggedErrors();

// Most files share a window, see vitest.config.ts.
beforeAll(() => {
  if (typeof window === "undefined") return;
  document.body.replaceChildren();
  // A link that a test has followed may have left the site, which the history cannot undo.
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };
  happyDOM.setURL("http://localhost:3000/");
  // What counts visits goes on counting in the files that follow. No server hears of it.
  navigator.sendBeacon = () => true;
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  cleanup();
  // Components turn a failed request into an error message, so the test itself has to fail here.
  expect(takeUndeclaredRequests(), "requests that the test does not declare").toEqual([]);
  expect(takeLoggedErrors(), "errors in the log").toEqual([]);
});

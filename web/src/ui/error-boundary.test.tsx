import { render, screen } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { ErrorBoundary } from "./error-boundary";

function Broken(): never {
  throw new Error("broken");
}

beforeEach(() => {
  // React reports what a boundary caught.
  vi.spyOn(console, "error").mockImplementation(() => {});
});

it("is not to be seen as long as nothing fails", () => {
  render(<ErrorBoundary fallback="sorry">fine</ErrorBoundary>);
  expect(screen.getByText("fine")).toBeVisible();
});

it("keeps the rest of the page when a part throws", () => {
  render(
    <>
      <p>the rest</p>
      <ErrorBoundary fallback={<p>sorry</p>}>
        <Broken />
      </ErrorBoundary>
    </>,
  );
  expect(screen.getByText("the rest")).toBeVisible();
  expect(screen.getByText("sorry")).toBeVisible();
});

it("stands in for code that cannot be loaded", async () => {
  const Late = lazy(() => Promise.reject(new TypeError("Failed to fetch")));
  render(
    <ErrorBoundary fallback={<p>sorry</p>}>
      <Suspense>
        <Late />
      </Suspense>
    </ErrorBoundary>,
  );
  expect(await screen.findByText("sorry")).toBeVisible();
});

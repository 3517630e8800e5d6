import { render, screen } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { ErrorBoundary } from "./error-boundary";

function Broken(): never {
  throw new Error("broken");
}

beforeEach(() => {
  // React logs the errors that a boundary caught.
  vi.spyOn(console, "error").mockImplementation(() => {});
});

it("renders its children if nothing throws", () => {
  render(<ErrorBoundary fallback="sorry">fine</ErrorBoundary>);
  expect(screen.getByText("fine")).toBeVisible();
});

it("keeps the rest of the page when a child throws", () => {
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

it("renders the fallback if lazy code cannot be loaded", async () => {
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

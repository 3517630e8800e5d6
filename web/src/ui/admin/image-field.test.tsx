import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ImagePreview } from "./image-field";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("typing a URL requests one picture, not one for each letter", () => {
  const requested: string[] = [];
  const note = () => {
    const src = screen.queryByRole("img")?.getAttribute("src");
    if (src && requested.at(-1) !== src) requested.push(src);
  };
  const { rerender } = render(<ImagePreview url="" />);
  for (const url of ["/a", "/ar", "/art", "/art/", "/art/a.svg"]) {
    rerender(<ImagePreview url={url} />);
    wait(100);
    note();
  }
  wait(500);
  note();
  expect(requested).toEqual(["/art/a.svg"]);
});

test("a picture that cannot be loaded is hidden, and the next one is shown", () => {
  const { rerender } = render(<ImagePreview url="/missing.svg" />);
  fireEvent.error(screen.getByRole("img"));
  expect(screen.queryByRole("img")).toBeNull();
  rerender(<ImagePreview url="/art/a.svg" />);
  wait(500);
  expect(screen.getByRole("img")).toHaveAttribute("src", "/art/a.svg");
});

test("an emptied field shows no picture at once", () => {
  const { rerender } = render(<ImagePreview url="/art/a.svg" />);
  rerender(<ImagePreview url="" />);
  expect(screen.queryByRole("img")).toBeNull();
});

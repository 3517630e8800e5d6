import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ImagePreview, PhotoField } from "./image-field";
import { ImagePickerContext } from "./image-picker";

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

test("a photo is uploaded at once, replaced and removed", () => {
  const uploadAtOnce = vi.fn();
  const onChange = vi.fn();
  const field = (value: string) => (
    <ImagePickerContext value={{ upload: vi.fn(), uploadAtOnce, choose: vi.fn() }}>
      <PhotoField label="Photo" value={value} onChange={onChange} />
    </ImagePickerContext>
  );
  const { container, rerender } = render(field(""));
  expect(screen.getByRole("button", { name: "Upload Image" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
  const photo = new File(["x"], "me.jpg", { type: "image/jpeg" });
  const input = container.querySelector("input[type=file]") as HTMLInputElement;
  fireEvent.change(input, { target: { files: [photo] } });
  expect(uploadAtOnce).toHaveBeenCalledWith(onChange, [photo]);
  rerender(field("/me.jpg"));
  expect(screen.getByRole("button", { name: "Replace" })).toBeVisible();
  expect(screen.getByLabelText("Photo")).toHaveValue("/me.jpg");
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(onChange).toHaveBeenCalledWith("");
});

import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { CoverPicture } from "./cover-picture";

const show = (src: string) => render(<CoverPicture src={src} alt="A barn" sizes="50vw" />);

it("shows the picture", () => {
  show("/barn.jpg");
  expect(screen.getByRole("img", { name: "A barn" })).toHaveAttribute("src", "/barn.jpg");
});

it("stands in for a picture that nobody has chosen", () => {
  const { container } = show("");
  expect(screen.queryByRole("img")).toBeNull();
  expect(container).not.toBeEmptyDOMElement();
});

it("stands in for a picture that failed before the page came to life", async () => {
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true);
  vi.spyOn(HTMLImageElement.prototype, "decode").mockRejectedValue(new Error("broken"));
  const { container } = show("/gone.jpg");
  await waitFor(() => expect(screen.queryByRole("img")).toBeNull());
  expect(container).not.toBeEmptyDOMElement();
});

it("stands in for a picture that cannot be loaded", () => {
  const { container } = show("/gone.jpg");
  fireEvent.error(screen.getByRole("img"));
  expect(screen.queryByRole("img")).toBeNull();
  expect(container).not.toBeEmptyDOMElement();
});

import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { CoverPicture } from "./cover-picture";

const show = (src: string) => render(<CoverPicture src={src} alt="A barn" sizes="50vw" />);

it("renders the image", () => {
  show("/barn.jpg");
  expect(screen.getByRole("img", { name: "A barn" })).toHaveAttribute("src", "/barn.jpg");
});

it("renders a drawing if there is no image", () => {
  const { container } = show("");
  expect(screen.queryByRole("img")).toBeNull();
  expect(container).not.toBeEmptyDOMElement();
});

it("renders a drawing if the image failed before hydration", async () => {
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true);
  vi.spyOn(HTMLImageElement.prototype, "decode").mockRejectedValue(new Error("broken"));
  const { container } = show("/gone.jpg");
  await waitFor(() => expect(screen.queryByRole("img")).toBeNull());
  expect(container).not.toBeEmptyDOMElement();
});

it("renders a drawing if the image cannot be loaded", () => {
  const { container } = show("/gone.jpg");
  fireEvent.error(screen.getByRole("img"));
  expect(screen.queryByRole("img")).toBeNull();
  expect(container).not.toBeEmptyDOMElement();
});

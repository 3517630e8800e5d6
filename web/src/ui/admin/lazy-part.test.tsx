import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { lazyPart } from "./lazy-part";

beforeEach(() => {
  // React reports errors that reach a boundary.
  vi.spyOn(console, "error").mockReturnValue();
});

test("a part whose code cannot be loaded leaves the page alone and can be tried again", async () => {
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module"))
    .mockResolvedValueOnce(() => "The part");
  const Part = lazyPart(load, { frame: (content) => <section>{content}</section> });
  const { user } = renderWithPage(
    <>
      <p>The page</p>
      <Part />
    </>,
  );
  expect(screen.getByText("Loading...")).toBeVisible();
  expect(await screen.findByRole("alert")).toHaveTextContent("This part could not be loaded.");
  expect(screen.getByText("The page")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("The part")).toBeVisible();
});

test("code that was loaded once is there at once the next time", async () => {
  const load = vi.fn(async () => () => "The part");
  const Part = lazyPart(load);
  const { unmount } = renderWithPage(<Part />);
  await screen.findByText("The part");
  unmount();
  renderWithPage(<Part />);
  expect(await screen.findByText("The part")).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});

import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { parseBody } from "@/domain/post-body";
import { renderWithPage } from "@/testing/render";
import { ImagePickerContext } from "@/ui/admin/image-picker";
import { toasts } from "@/ui/admin/toasts";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { PostDialog } from "./post-dialog";

// Its calls are tested where it is.
vi.mock("@/editing/preview/draft-preview", () => ({ DraftPreview: () => null }));

vi.mock("@/domain/post-body", { spy: true });

beforeEach(() => {
  vi.mocked(parseBody).mockClear();
});

function openDialog() {
  return renderWithPage(
    <TooltipProvider>
      <ImagePickerContext value={{ upload: () => {}, uploadAtOnce: () => {}, choose: () => {} }}>
        <PostDialog id={undefined} onClose={() => {}} />
      </ImagePickerContext>
    </TooltipProvider>,
  );
}

test("each letter of an article is parsed once", async () => {
  const { user } = openDialog();
  await user.type(screen.getByRole("textbox", { name: "Content" }), "Ants");
  expect(screen.getByRole("region", { name: "Preview" })).toHaveTextContent("Ants");
  expect(
    vi
      .mocked(parseBody)
      .mock.calls.map(([text]) => text)
      .filter(Boolean),
  ).toEqual(["A", "An", "Ant", "Ants"]);
});

test("typing elsewhere does not parse the article again", async () => {
  const { user } = openDialog();
  await user.type(screen.getByRole("textbox", { name: "Content" }), "Ants");
  vi.mocked(parseBody).mockClear();
  await user.type(screen.getByRole("textbox", { name: "Title" }), "In August");
  expect(parseBody).not.toHaveBeenCalled();
});

test("section 5, blog form: an empty field comes before a malformed slug", async () => {
  const { user } = openDialog();
  await user.type(screen.getByRole("textbox", { name: "Title" }), "Ants");
  await user.type(screen.getByRole("textbox", { name: "URL Slug" }), "!");
  await user.click(screen.getByRole("button", { name: "Create Post" }));
  expect(toasts.snapshot()[0]).toMatchObject({
    title: "Error",
    description: "Please fill in all required fields",
  });
});

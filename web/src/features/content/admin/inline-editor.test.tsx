import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { ImagePickerContext } from "@/ui/admin/image-picker";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { ContentPanel } from "./content-panel";

// Its calls are tested where it is.
vi.mock("@/editing/preview/draft-preview", () => ({ DraftPreview: () => null }));

const saves = vi.fn();

beforeEach(() => {
  saves.mockReset();
  vi.stubGlobal("fetch", async (_: string, { method, body }: RequestInit) => {
    if (method === "POST") saves(JSON.parse(String(body)).value);
    return Response.json({ success: true, data: [] });
  });
});

/** Opens the inline editor of the contact title. */
async function openEditor() {
  const { user } = renderWithPage(
    <TooltipProvider>
      <ImagePickerContext value={{ upload: () => {}, uploadAtOnce: () => {}, choose: () => {} }}>
        <ContentPanel serviceGallery={null} />
      </ImagePickerContext>
    </TooltipProvider>,
  );
  await user.click(await screen.findByRole("button", { name: "Contact" }));
  await user.click(screen.getByRole("button", { name: "Enable Editing" }));
  await user.click(screen.getByRole("button", { name: "Edit Contact Title" }));
  const box = screen.getByRole("textbox", { name: "Contact Title" });
  return { user, box };
}

test("Enter saves, but not the one that ends a composition of an input method", async () => {
  const { user, box } = await openEditor();
  await user.clear(box);
  await user.type(box, "害虫");
  fireEvent.keyDown(box, { key: "Enter", isComposing: true });
  fireEvent.keyDown(box, { key: "Enter", keyCode: 229 });
  expect(saves).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(saves).toHaveBeenCalledExactlyOnceWith("害虫"));
});

test("Escape that cancels a composition does not leave the editor", async () => {
  const { box } = await openEditor();
  fireEvent.keyDown(box, { key: "Escape", isComposing: true });
  expect(box).toBeVisible();
});

test.each(["Cancel", "Save"])(
  "the contact section's Edit button gets the focus back after %s",
  async (name) => {
    const { user, box } = await openEditor();
    await user.type(box, "!");
    await user.click(screen.getByRole("button", { name }));
    const edit = await screen.findByRole("button", { name: "Edit Contact Title" });
    await waitFor(() => expect(edit).toHaveFocus());
  },
);

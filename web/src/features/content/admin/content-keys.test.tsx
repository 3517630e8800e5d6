import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { ContentItem } from "@/api/admin/content";
import { renderWithPage } from "@/testing/render";
import { ImagePickerContext } from "@/ui/admin/image-picker";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { ContentPanel } from "./content-panel";

// Its calls are tested where it is.
vi.mock("@/editing/preview/draft-preview", () => ({ DraftPreview: () => null }));

const item = (id: number, key: string): ContentItem => ({
  id,
  key,
  section: "home",
  type: "text",
  value: `text of ${key}`,
  updatedAt: "2026-03-02T12:00:00Z",
});

const deleted = vi.fn();
beforeEach(() => deleted.mockReset());

async function openPanel(items: ContentItem[]) {
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    if (method === "DELETE") deleted(path);
    return Response.json({ success: true, data: items });
  });
  const { user } = renderWithPage(
    <TooltipProvider>
      <ImagePickerContext value={{ upload: () => {}, uploadAtOnce: () => {}, choose: () => {} }}>
        <ContentPanel serviceGallery={null} />
      </ImagePickerContext>
    </TooltipProvider>,
  );
  await screen.findByRole("tab", { name: "Table View" });
  return user;
}

const dialog = () => within(screen.getByRole("dialog"));

test("the dialog says where a key is shown, and sets its section and type", async () => {
  const user = await openPanel([item(1, "hero_title")]);
  await user.click(screen.getByRole("button", { name: "Add New Content" }));
  const key = dialog().getByLabelText("Key");
  const offered = [...document.querySelectorAll("datalist option")].map((option) =>
    option.getAttribute("value"),
  );
  expect(offered).toContain("map_embed");
  expect(offered).not.toContain("hero_title");
  await user.type(key, "about_image");
  expect(key).toHaveAccessibleDescription(
    "Shown on: About page and home page, picture of the founders",
  );
  expect(dialog().getByLabelText("Section")).toHaveValue("about");
  expect(dialog().getByLabelText("Type")).toHaveValue("image");
  await user.type(key, "s");
  expect(key).toHaveAccessibleDescription("Not shown on any page");
});

test("a known key cannot be renamed by accident, another one can", async () => {
  const user = await openPanel([item(1, "hero_title"), item(2, "motto")]);
  await user.click(screen.getByRole("tab", { name: "Table View" }));
  expect(screen.getByRole("row", { name: /motto/ })).toHaveTextContent("Not shown on any page");
  expect(screen.getByRole("row", { name: /hero_title/ })).not.toHaveTextContent("Not shown");
  await user.click(screen.getByRole("button", { name: "Edit motto" }));
  expect(await dialog().findByLabelText("Key")).not.toHaveAttribute("readonly");
  await user.click(dialog().getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Edit hero_title" }));
  expect(await dialog().findByLabelText("Key")).toHaveAttribute("readonly");
  await user.click(dialog().getByRole("button", { name: "Change Key" }));
  expect(dialog().getByLabelText("Key")).not.toHaveAttribute("readonly");
});

test("Back to default stands beside Edited, asks, and deletes the item", async () => {
  const user = await openPanel([item(1, "hero_title")]);
  expect(screen.getByText("Edited")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Back to default: Hero Title" }));
  const question = screen.getByRole("alertdialog");
  expect(question).toHaveTextContent("text of hero_title");
  expect(question).toHaveTextContent("Protect Your Home From Unwanted Pests");
  expect(deleted).not.toHaveBeenCalled();
  await user.click(within(question).getByRole("button", { name: "Back to Default" }));
  expect(deleted).toHaveBeenCalledExactlyOnceWith("/api/admin/content/1");
});

test("the editor says what visitors see where its default text differs", async () => {
  await openPanel([]);
  const notes = screen.getAllByText(/^Visitors see now:/);
  expect(notes.map((note) => note.parentElement?.textContent)).toEqual([
    "Visitors see now: Protect Your Home From Unwanted Pests",
  ]);
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { LibraryImage } from "@/api/admin/images";
import { mockApi, renderWithPage } from "@/testing/render";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { LibraryPanel } from "./library-panel";

const barn: LibraryImage = {
  id: "barn",
  name: "Barn",
  alt: "",
  url: "/objects/uploads/barn",
  preview: "",
  mediaType: "image/png",
  width: 32,
  height: 32,
  size: 80,
  uploadedAt: "2026-03-02T12:00:00Z",
  updatedAt: "2026-03-02T12:00:00Z",
  uses: [],
  variants: [],
};

function pathOf(search: string): string {
  return `/api/admin/images?search=${search}&sort=newest&page=1`;
}

function pageOf(image: LibraryImage) {
  return { images: [image], total: 1, page: 1, perPage: 24 };
}

it("says where an image is used now, also if the lists are older", async () => {
  const responses: Record<string, unknown> = {
    [pathOf("")]: pageOf(barn),
    [pathOf("barn")]: pageOf(barn),
    "/api/admin/working-copies": [],
    "/api/admin/content": [],
  };
  mockApi(responses);
  const { user } = renderWithPage(
    <TooltipProvider>
      <LibraryPanel />
    </TooltipProvider>,
  );
  await screen.findByRole("button", { name: /Barn/ });
  // At once, because the search waits for a pause by the real clock.
  fireEvent.change(screen.getByLabelText("Search images"), { target: { value: "barn" } });
  await waitFor(() => expect(fetch).toHaveBeenCalledWith(pathOf("barn"), expect.anything()));
  responses[pathOf("barn")] = pageOf({
    ...barn,
    name: "Red barn",
    uses: [{ kind: "service", id: 1, title: "Ants" }],
  });
  await user.click(screen.getByRole("button", { name: /Barn/ }));
  expect(await screen.findByText("Service: Ants")).toBeVisible();
  expect(screen.getByLabelText(/^Name/)).toHaveValue("Red barn");
  await user.click(screen.getByRole("button", { name: "Delete Image" }));
  expect(await screen.findByText(/It will be missing from service "Ants"/)).toBeVisible();
});

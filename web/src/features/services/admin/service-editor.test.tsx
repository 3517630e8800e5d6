import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Service } from "@/api/services";
import { mockApi, renderWithPage } from "@/testing/render";
import { ImagePickerContext } from "@/ui/admin/image-picker";
import { toasts } from "@/ui/admin/toasts";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { ServiceEditor } from "./service-editor";

// Its calls are tested where it is.
vi.mock("@/editing/preview/draft-preview", () => ({ DraftPreview: () => null }));

const service: Service = {
  id: 1,
  name: "Ants",
  slug: "ants",
  shortDescription: "Short",
  fullDescription: "Full",
  imageUrl: "/art/termite.svg",
  features: [],
  template: "",
  featuredOnHome: false,
  hidden: false,
  updatedAt: "2026-03-02T12:00:00Z",
};

afterEach(() => vi.restoreAllMocks());

function openImageDialog() {
  mockApi({ "/api/services/1": service });
  const upload = vi.fn();
  const { user } = renderWithPage(
    <TooltipProvider>
      <ImagePickerContext value={{ upload, uploadAtOnce: upload, choose: () => {} }}>
        <ServiceEditor service={service} start="image" onClose={() => {}} />
      </ImagePickerContext>
    </TooltipProvider>,
  );
  return { user, upload };
}

const lastToast = () => toasts.snapshot()[0];

test("section 2, Service Image: Use Image sets the URL and returns to the form", async () => {
  const { user } = openImageDialog();
  await user.clear(screen.getByLabelText("Image URL"));
  await user.type(screen.getByLabelText("Image URL"), "/art/rodent.svg");
  await user.click(screen.getByRole("button", { name: "Use Image" }));
  expect(screen.getByRole("dialog", { name: "Edit Service" })).toBeVisible();
  expect(await screen.findByLabelText("Image URL")).toHaveValue("/art/rodent.svg");
  expect(lastToast()).toMatchObject({ title: "Image set", description: "Image URL has been set." });
});

test("Use Image with an empty URL sets nothing and says so", async () => {
  const { user } = openImageDialog();
  await user.clear(screen.getByLabelText("Image URL"));
  await user.type(screen.getByLabelText("Image URL"), "  ");
  await user.click(screen.getByRole("button", { name: "Use Image" }));
  expect(await screen.findByLabelText("Image URL")).toHaveValue("/art/termite.svg");
  expect(lastToast()).toMatchObject({ title: "No image set" });
});

test("a picked file shows the specified sentence and can be uploaded from there", async () => {
  const { user, upload } = openImageDialog();
  const file = new File(["x"], "roof.png", { type: "image/png" });
  fireEvent.change(screen.getByLabelText("Image File"), { target: { files: [file] } });
  expect(screen.getByText("Image upload would be implemented here.")).toBeVisible();
  upload.mockImplementation((onPick: (url: string) => void) => onPick("/objects/uploads/A"));
  await user.click(screen.getByRole("button", { name: "Upload This File" }));
  expect(upload).toHaveBeenCalledWith(expect.any(Function), [file]);
  expect(screen.getByLabelText("Image URL")).toHaveValue("/objects/uploads/A");
});

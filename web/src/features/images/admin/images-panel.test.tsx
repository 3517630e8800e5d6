import { screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { mockApi, renderWithPage } from "@/testing/render";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { ImagesPanel } from "./images-panel";
import { uploadedImages } from "./uploaded-image";

beforeEach(() => {
  mockApi({
    "/api/admin/images?search=&sort=newest&page=1": { images: [], total: 0, page: 1, pages: 1 },
  });
});

function Panel({ count }: { count: number }) {
  const [images, setImages] = useState(() =>
    uploadedImages(
      Array.from({ length: count }, (_, index) => `/${index}`),
      new Date(0),
    ),
  );
  return (
    <TooltipProvider>
      <ImagesPanel images={images} onImages={setImages} />
    </TooltipProvider>
  );
}

test("the focus goes to the next thumbnail when one is removed, then to the last, then to the button", async () => {
  const { user } = renderWithPage(<Panel count={3} />);
  await user.click(screen.getByRole("button", { name: "Remove Image-1" }));
  expect(screen.getByRole("button", { name: "Image-2" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Remove Image-2" }));
  expect(screen.getByRole("button", { name: "Image-0" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Remove Image-0" }));
  expect(screen.getByRole("button", { name: "Upload Images" })).toHaveFocus();
});

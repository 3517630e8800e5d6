import { expect, test } from "vitest";
import { uploadedImages } from "./uploaded-image";

test("images uploaded together are named after the time and get different ids", () => {
  const now = new Date(1_700_000_000_000);
  expect(uploadedImages(["/a", "/b"], now)).toEqual([
    { id: "1700000000000", url: "/a", name: "Image-1700000000000", uploadedAt: now },
    { id: "1700000000001", url: "/b", name: "Image-1700000000001", uploadedAt: now },
  ]);
});

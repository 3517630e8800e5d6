import { expect, test } from "vitest";
import { storedImageUrl } from "./upload-url";

const origin = "https://pests.example";

test.each([
  ["https://storage.googleapis.com/bucket/uploads/abc-123", "/objects/uploads/abc-123"],
  ["https://bucket.storage.googleapis.com/a/b/abc?X-Goog-Signature=1", "/objects/uploads/abc"],
  ["https://storage.cloud.google.com/bucket/abc/", "/objects/uploads/abc"],
  ["https://s3.example/bucket/uploads/abc", "https://s3.example/bucket/uploads/abc"],
  [
    "https://storage.googleapis.com.evil.example/abc",
    "https://storage.googleapis.com.evil.example/abc",
  ],
  ["https://pests.example/objects/uploads/abc", "/objects/uploads/abc"],
  ["https://pests.example/objects/uploads/abc?signature=1", "/objects/uploads/abc"],
  ["/objects/uploads/abc", "/objects/uploads/abc"],
  ["http://", "http://"],
])("%s is stored as %s", (uploadUrl, stored) => {
  expect(storedImageUrl(uploadUrl, origin)).toBe(stored);
});

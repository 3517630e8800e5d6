import { expect, test } from "vitest";
import { ApiError } from "@/api/client";
import { rethrowWithServerMessage } from "./upload-error";

test.each([
  [
    "the server's sentence in the answer to the file, with the library's message",
    Object.assign(new Error("Non 2xx"), {
      source: { responseText: '{"message":"Too many pixels."}' },
    }),
    "Too many pixels. (Non 2xx)",
  ],
  [
    "the server's sentence in the answer to the request for an upload URL",
    new ApiError(503, '{"message":"The storage is away."}', ""),
    "The storage is away.",
  ],
  [
    "the library's message when a storage answers in another format",
    Object.assign(new Error("Non 2xx"), { source: { responseText: "<Error/>" } }),
    "Non 2xx",
  ],
  ["the library's message when nothing was answered", new Error("Unknown error"), "Unknown error"],
])("section 8, upload: a failed upload shows %s", (_, failure, message) => {
  expect(() => rethrowWithServerMessage(failure)).toThrow(message);
});

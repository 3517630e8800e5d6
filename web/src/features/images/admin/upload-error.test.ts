import { expect, test } from "vitest";
import { ApiError } from "@/api/client";
import { rethrowWithServerMessage } from "./upload-error";

test.each([
  [
    "the library's and the server's message in the response to the file",
    Object.assign(new Error("Non 2xx"), {
      source: { responseText: '{"message":"Too many pixels."}' },
    }),
    "Too many pixels. (Non 2xx)",
  ],
  [
    "the server's message in the response to the upload request",
    new ApiError(503, '{"message":"The storage is away."}', ""),
    "The storage is away.",
  ],
  [
    "the library's message if the storage does not respond with JSON",
    Object.assign(new Error("Non 2xx"), { source: { responseText: "<Error/>" } }),
    "Non 2xx",
  ],
  ["the library's message without a response", new Error("Unknown error"), "Unknown error"],
])("section 8, upload: a failed upload shows %s", (_, failure, message) => {
  expect(() => rethrowWithServerMessage(failure)).toThrow(message);
});

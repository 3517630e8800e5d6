import { expect, test } from "vitest";
import { ApiError } from "@/api/client";
import { rethrowWithServerMessage } from "./upload-error";

test.each([
  [
    "the server's sentence in the answer to the file",
    Object.assign(new Error("Non 2xx"), {
      source: { responseText: '{"message":"Too many pixels."}' },
    }),
    "Too many pixels.",
  ],
  [
    "the server's sentence in the answer to the request for an address",
    new ApiError(503, '{"message":"The storage is away."}', ""),
    "The storage is away.",
  ],
  [
    "the library's word when a storage answers in another language",
    Object.assign(new Error("Non 2xx"), { source: { responseText: "<Error/>" } }),
    "Non 2xx",
  ],
  ["the library's word when nothing was answered", new Error("Unknown error"), "Unknown error"],
])("a failed upload is told in %s", (_, failure, message) => {
  expect(() => rethrowWithServerMessage(failure)).toThrow(message);
});

import { ApiError, parseServerMessage } from "@/api/client";

/** An error of the upload library; source is the XMLHttpRequest, if there was one. */
interface UploadError extends Error {
  source?: { responseText?: string };
}

/** Rethrows an upload error, with the server's message if there is one. */
export function rethrowWithServerMessage(error: UploadError): never {
  const message =
    error instanceof ApiError
      ? error.serverMessage
      : parseServerMessage(error.source?.responseText ?? "");
  if (message) error.message = message;
  throw error;
}

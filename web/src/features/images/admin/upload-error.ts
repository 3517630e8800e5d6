import { ApiError, parseServerMessage } from "@/api/client";

/** A failure of the upload library; source is the request, if there was one. */
interface UploadError extends Error {
  source?: { responseText?: string };
}

/** Throws a failed upload again, in the server's own words where it gave some. */
export function rethrowWithServerMessage(error: UploadError): never {
  const message =
    error instanceof ApiError
      ? error.serverMessage
      : parseServerMessage(error.source?.responseText ?? "");
  if (message) error.message = message;
  throw error;
}

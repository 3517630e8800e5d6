import { ApiError, parseServerMessage } from "@/api/client";

/** A failure of the upload library; source is the request, if there was one. */
interface UploadError extends Error {
  source?: { responseText?: string };
}

/** Throws a failed upload again, with the server's sentence, if it gave one, before the library's message. */
export function rethrowWithServerMessage(error: UploadError): never {
  const message =
    error instanceof ApiError
      ? error.serverMessage
      : parseServerMessage(error.source?.responseText ?? "");
  if (message) error.message = `${message} (${libraryMessage(error)})`;
  throw error;
}

/** The library has no message of its own for a request that our client made. */
function libraryMessage(error: UploadError): string {
  return error instanceof ApiError ? "Upload failed" : error.message;
}

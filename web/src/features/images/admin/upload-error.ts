import { ApiError, parseFailure } from "@/api/client";

/** An error of the upload library; source is the XMLHttpRequest, if there was one. */
interface UploadError extends Error {
  source?: { responseText?: string };
}

/**
 * Rethrows an upload error with the server's message, if there is one, after the library's own. For a
 * request that our client made, the library shows "Upload failed" elsewhere.
 */
export function rethrowWithServerMessage(error: UploadError): never {
  if (error instanceof ApiError) {
    error.message = error.serverMessage ?? error.message;
  } else {
    const message = parseFailure(error.source?.responseText ?? "").message;
    if (message) error.message = `${message} (${error.message})`;
  }
  throw error;
}

import { ApiError, parseServerMessage } from "@/api/client";

/** A failure of the upload library; source is the request, if there was one. */
interface UploadError extends Error {
  source?: { responseText?: string };
}

/**
 * Throws a failed upload again with the server's sentence, if it gave one. The library's own message
 * stays with it; for a request that our client made, the library shows "Upload failed" elsewhere.
 */
export function rethrowWithServerMessage(error: UploadError): never {
  if (error instanceof ApiError) {
    error.message = error.serverMessage ?? error.message;
  } else {
    const message = parseServerMessage(error.source?.responseText ?? "");
    if (message) error.message = `${message} (${error.message})`;
  }
  throw error;
}

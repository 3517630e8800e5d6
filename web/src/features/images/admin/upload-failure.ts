import { ApiError, messageIn } from "@/api/client";

/** A failure of the upload library; source is the request, if there was one. */
interface UploadFailure extends Error {
  source?: { responseText?: string };
}

/** Throws a failed upload again, in the server's own words where it gave some. */
export function explain(failure: UploadFailure): never {
  const message =
    failure instanceof ApiError
      ? failure.serverMessage
      : messageIn(failure.source?.responseText ?? "");
  if (message) failure.message = message;
  throw failure;
}

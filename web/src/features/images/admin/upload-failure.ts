/** A failure of the upload library; source is the request, if there was one. */
interface UploadFailure extends Error {
  source?: { responseText?: string };
}

/** Throws a failed upload again, in the server's own words where it gave some. */
export function clearFailure(failure: UploadFailure): never {
  const message = messageIn(failure.source);
  if (message) failure.message = message;
  throw failure;
}

function messageIn(source: UploadFailure["source"]): string | undefined {
  try {
    const { message } = JSON.parse(source?.responseText ?? "") as { message?: unknown };
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}

import { adminRequest } from "./admin-client";
import type { Answer } from "./client";

/** Asks for an address to which one picture may be sent. */
export async function requestUploadUrl(): Promise<string> {
  const answer = await adminRequest<Answer<{ uploadURL: string }> & { uploadURL?: string }>(
    "POST",
    "/api/admin/images/upload-url",
  );
  const url = answer.uploadURL ?? answer.data?.uploadURL;
  if (!url) throw new Error("the server gave no address for the upload");
  return url;
}

import { finishUpload, requestUpload } from "./images";

/** Uploads a file made in the browser and returns its URL on this site. */
export async function uploadFile(file: File): Promise<string> {
  const ticket = await requestUpload({ name: file.name, size: file.size, type: file.type });
  const response = await fetch(ticket.uploadURL, {
    method: "PUT",
    body: file,
    headers: { "Content-Type": file.type },
  });
  if (!response.ok) throw new Error(`The upload failed: ${response.status}`);
  await finishUpload(ticket);
  return ticket.imageUrl ?? "";
}

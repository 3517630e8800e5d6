/** An image uploaded since the page was loaded; kept in memory only. */
export interface UploadedImage {
  id: string;
  url: string;
  name: string;
  uploadedAt: Date;
}

/** Records for images that were just uploaded. */
export function uploadedImages(urls: string[], now: Date): UploadedImage[] {
  return urls.map((url, index) => {
    const id = String(now.getTime() + index);
    return { id, url, name: `Image-${id}`, uploadedAt: now };
  });
}

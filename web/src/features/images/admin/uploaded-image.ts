/** A picture that was uploaded since the page was loaded; the page alone remembers it. */
export interface UploadedImage {
  id: string;
  url: string;
  name: string;
  uploadedAt: Date;
}

/** Makes the records of pictures that have just arrived. */
export function uploadedImages(urls: string[], now: Date): UploadedImage[] {
  return urls.map((url, index) => {
    const id = String(now.getTime() + index);
    return { id, url, name: `Image-${id}`, uploadedAt: now };
  });
}

// Wide enough for the largest variant that the server makes.
const largestSide = 2560;
const smallestSide = 640;

/** Whether a smaller copy would still be the same picture: an animation would lose its movement. */
export function canShrink({ type }: File): boolean {
  return type !== "image/gif" && type !== "image/svg+xml";
}

/** Makes a JPEG copy of an image that has at most so many bytes. */
export async function shrinkImage(file: File, maxBytes: number): Promise<File> {
  const bitmap = await createImageBitmap(file);
  try {
    for (let side = largestSide; side >= smallestSide; side *= 0.75) {
      const jpeg = await encode(bitmap, side);
      if (jpeg.size <= maxBytes) return new File([jpeg], jpegName(file.name), { type: jpeg.type });
    }
  } finally {
    bitmap.close();
  }
  throw new Error(`${file.name} has too many details to be shrunk`);
}

function encode(bitmap: ImageBitmap, side: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser has no canvas");
  // JPEG has no transparency; without this, transparent parts would be black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
}

function jpegName(name: string): string {
  return `${name.replace(/\.[^.]*$/, "")}.jpg`;
}

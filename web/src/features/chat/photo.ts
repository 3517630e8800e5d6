import { newKey } from "@/lib/new-key";

/** How many photos can be sent at once. */
export const maxPhotos = 5;
/** The longer side of a photo that is sent, and of its thumbnail, in pixels. */
const maxSide = 1600;
const thumbnailSide = 480;
const jpegQuality = 0.85;

/** A photo that is ready to be sent. */
export interface Photo {
  /** The key of its message. */
  key: string;
  file: Blob;
  /** A small version as a data: URL; the content security policy allows no blob: URLs. */
  thumbnail: string;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

/** The size of a picture whose longer side is at most `side`. */
export function fitInto(side: number, { width, height }: Size): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Makes a photo small enough to send, the right way up. Rejects if the browser cannot read it. */
export async function preparePhoto(file: Blob): Promise<Photo> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    const canvas = drawScaled(picture, maxSide);
    const thumbnail = drawScaled(picture, thumbnailSide).toDataURL("image/jpeg", jpegQuality);
    const { width, height } = canvas;
    return { key: newKey(), file: await toJpeg(canvas), thumbnail, width, height };
  } finally {
    picture.close();
  }
}

function drawScaled(picture: ImageBitmap, side: number): HTMLCanvasElement {
  const { width, height } = fitInto(side, picture);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw.");
  // JPEG has no transparency; without this, transparent parts would be black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return canvas;
}

function toJpeg(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The photo is too large."))),
      "image/jpeg",
      jpegQuality,
    );
  });
}

import type { Photo } from "@/features/chat/photo";

/** A photo as the browser would prepare it; a file that is not JPEG fails. */
export async function prepareSamplePhoto(file: File): Promise<Photo> {
  if (file.type !== "image/jpeg") throw new Error("The source image could not be decoded.");
  const thumbnail = `data:image/jpeg;base64,${btoa(file.name)}`;
  return { key: `key-${file.name}`, file, thumbnail, width: 1600, height: 1200 };
}

export function photoFile(name: string, type = "image/jpeg"): File {
  return new File([name], name, { type });
}

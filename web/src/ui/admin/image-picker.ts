import { createContext, use } from "react";

/** Ways to get the address of a picture; take is called with it once there is one. */
export interface ImagePicker {
  upload: (take: (url: string) => void) => void;
  choose: (take: (url: string) => void) => void;
}

export const ImagePickerContext = createContext<ImagePicker | null>(null);

export function useImagePicker(): ImagePicker {
  const picker = use(ImagePickerContext);
  if (!picker) throw new Error("useImagePicker needs an ImagePickerContext around it");
  return picker;
}

import { createContext, use } from "react";

/** Ways to get the address of a picture; onPick is called with it once there is one. */
export interface ImagePicker {
  upload: (onPick: (url: string) => void) => void;
  choose: (onPick: (url: string) => void) => void;
}

export const ImagePickerContext = createContext<ImagePicker | null>(null);

export function useImagePicker(): ImagePicker {
  const picker = use(ImagePickerContext);
  if (!picker) throw new Error("useImagePicker needs an ImagePickerContext around it");
  return picker;
}

import { createContext, use } from "react";

/** Opens dialogs to upload or choose an image; onPick gets its URL. */
export interface ImagePicker {
  /** Files that were chosen before are ready to be sent. */
  upload: (onPick: (url: string) => void, files?: File[]) => void;
  choose: (onPick: (url: string) => void) => void;
}

export const ImagePickerContext = createContext<ImagePicker | null>(null);

export function useImagePicker(): ImagePicker {
  const picker = use(ImagePickerContext);
  if (!picker) throw new Error("useImagePicker needs an ImagePickerContext around it");
  return picker;
}

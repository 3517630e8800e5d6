import { createContext, type Ref, use, useEffect, useEffectEvent, useState } from "react";

/** Opens dialogs to upload or choose an image; onPick gets its URL. */
export interface ImagePicker {
  /** Files that were chosen before are ready to be sent. */
  upload: (onPick: (url: string) => void, files?: File[]) => void;
  /** Sends files that were chosen before, and shows the progress. */
  uploadAtOnce: (onPick: (url: string) => void, files: File[]) => void;
  choose: (onPick: (url: string) => void) => void;
}

export const ImagePickerContext = createContext<ImagePicker | null>(null);

export function useImagePicker(): ImagePicker {
  const picker = use(ImagePickerContext);
  if (!picker) throw new Error("useImagePicker needs an ImagePickerContext around it");
  return picker;
}

/**
 * Returns an onPick that calls the function after the dialog is closed. An editor cannot have the
 * focus before.
 */
export function usePicked(onPick: (url: string) => void): (url: string) => void {
  const [picked, setPicked] = useState<{ url: string } | null>(null);
  const pick = useEffectEvent(onPick);
  useEffect(() => {
    if (picked) pick(picked.url);
  }, [picked]);
  return (url) => setPicked({ url });
}

interface PictureInputProps {
  ref: Ref<HTMLInputElement>;
  onPick: (url: string) => void;
}

/** The device's picker, which a click on this hidden input opens. What was chosen is sent at once. */
export function PictureInput({ ref, onPick }: PictureInputProps) {
  const picker = useImagePicker();
  return (
    <input
      ref={ref}
      type="file"
      accept="image/*"
      hidden
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        // So that the same file can be chosen again.
        currentTarget.value = "";
        if (files.length > 0) picker.uploadAtOnce(onPick, files);
      }}
    />
  );
}

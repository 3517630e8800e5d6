import { Camera, X } from "lucide-react";
import { type RefObject, useRef } from "react";
import type { PhotoPicker } from "./photo-picking";

interface PhotoButtonProps {
  picker: PhotoPicker;
  button: RefObject<HTMLButtonElement | null>;
}

/** Opens the file picker; phones offer the camera there too. */
export function PhotoButton({ picker, button }: PhotoButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        // Not disabled while photos are prepared: it would lose the focus.
        aria-disabled={picker.isPreparing}
        className="mr-auto flex min-h-11 items-center gap-2 rounded-xl px-2 font-semibold text-primary hover:bg-primary/10 aria-disabled:opacity-60"
        onClick={() => !picker.isPreparing && input.current?.click()}
      >
        <Camera aria-hidden="true" className="size-5" />
        Add a photo
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Otherwise choosing the same file again would be no change.
          target.value = "";
          void picker.add(files);
        }}
      />
    </>
  );
}

interface ChosenPhotosProps {
  picker: PhotoPicker;
  /** Called after a photo was removed: its button is gone, and the focus with it. */
  onRemoved: () => void;
}

/** The photos that go with the next message, and what was wrong with others. */
export function ChosenPhotos({ picker, onRemoved }: ChosenPhotosProps) {
  const { photos, isPreparing, problem } = picker;
  if (photos.length === 0 && !isPreparing && !problem) return null;
  return (
    <div className="mb-3 grid gap-2 text-sm">
      {photos.length > 0 && (
        <ul aria-label="Photos to send" className="flex flex-wrap gap-2">
          {photos.map((photo, index) => (
            <li key={photo.key} className="relative size-14">
              <img src={photo.thumbnail} alt="" className="size-full rounded-lg object-cover" />
              <button
                type="button"
                aria-label={`Remove photo ${index + 1}`}
                className="absolute -top-1.5 -right-1.5 flex size-11 items-start justify-end"
                onClick={() => {
                  picker.remove(photo);
                  onRemoved();
                }}
              >
                <X
                  aria-hidden="true"
                  className="size-6 rounded-full border border-line bg-surface p-1 text-ink"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isPreparing && <p className="text-soft">Preparing photos…</p>}
      {problem && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

import { type RefObject, useRef } from "react";
import { isComposing } from "@/lib/composing";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";
import type { Photo } from "./photo";
import { ChosenPhotos, PhotoButton } from "./photo-picker";
import type { PhotoPicker } from "./photo-picking";

/** The maximum length of a message in characters. */
export const maxMessageLength = 2_000;

interface ComposerProps {
  label: string;
  box?: RefObject<HTMLTextAreaElement | null>;
  /** Gets the text, which may be empty if there are photos. */
  onSend: (text: string, photos: readonly Photo[]) => void;
  text: string;
  onText: (text: string) => void;
  /** Absent where no photos can be sent. */
  picker?: PhotoPicker | undefined;
}

/** The form for a new message. Enter sends it, Shift+Enter adds a line. */
export function Composer({ label, box, text, onText, onSend, picker }: ComposerProps) {
  const photoButton = useRef<HTMLButtonElement>(null);
  const photos = picker?.photos ?? [];
  const send = () => {
    const message = text.trim();
    if (picker?.isPreparing || (!message && photos.length === 0)) return;
    onText("");
    picker?.clear();
    onSend(message, photos);
  };
  return (
    <form
      className="border-line border-t p-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {picker && <ChosenPhotos picker={picker} onRemoved={() => photoButton.current?.focus()} />}
      <div className="grid gap-2">
        <Textarea
          ref={box}
          aria-label={label}
          placeholder={label}
          maxLength={maxMessageLength}
          resizable={false}
          className="h-[80px] w-full"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
            event.preventDefault();
            send();
          }}
        />
        <div className="flex flex-wrap items-center justify-end gap-2">
          {picker && <PhotoButton picker={picker} button={photoButton} />}
          <Button type="submit" variant="primary" size="small" disabled={picker?.isPreparing}>
            Send
          </Button>
        </div>
      </div>
    </form>
  );
}

import type { RefObject } from "react";
import { isComposing } from "@/lib/composing";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";

/** The maximum length of a message in characters. */
export const maxMessageLength = 2_000;

interface ComposerProps {
  label: string;
  box?: RefObject<HTMLTextAreaElement | null>;
  onSend: (text: string) => void;
  text: string;
  onText: (text: string) => void;
}

/** The form for a new message. Enter sends it, Shift+Enter adds a line. */
export function Composer({ label, box, text, onText, onSend }: ComposerProps) {
  const send = () => {
    const message = text.trim();
    if (!message) return;
    onText("");
    onSend(message);
  };
  return (
    <form
      className="flex items-end gap-2 border-line border-t p-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        ref={box}
        aria-label={label}
        placeholder={label}
        maxLength={maxMessageLength}
        resizable={false}
        className="h-[80px]"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
          event.preventDefault();
          send();
        }}
      />
      <Button type="submit" variant="primary" size="small">
        Send
      </Button>
    </form>
  );
}

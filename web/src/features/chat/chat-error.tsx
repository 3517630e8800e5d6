import { useLayoutEffect, useRef } from "react";
import { usePage } from "@/domain/page-data";
import { Button } from "@/ui/button";

interface ChatErrorProps {
  /** Whether the visitor asked for the chat just now. */
  takesFocus: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** Rendered instead of the panel if its code could not be loaded. */
export function ChatError({ takesFocus, onRetry, onClose }: ChatErrorProps) {
  const { identity } = usePage();
  const retryButton = useRef<HTMLButtonElement>(null);
  // Before the visitor can press a key: an effect may run later than that.
  useLayoutEffect(() => {
    if (takesFocus) retryButton.current?.focus();
  }, [takesFocus]);
  return (
    <div
      role="alertdialog"
      aria-label="Chat"
      aria-describedby="chat-failure"
      className="fixed right-2 bottom-2 left-2 z-40 rounded-2xl border border-line bg-surface p-5 shadow-[0_1.5rem_4rem_rgb(8_18_16/0.35)] sm:left-auto sm:w-96 md:right-5 md:bottom-5"
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <p id="chat-failure">
        The chat could not be loaded. Please call{" "}
        <a href={`tel:${identity.phoneE164}`} className="font-semibold underline">
          {identity.phone}
        </a>
        .
      </p>
      <div className="mt-4 flex gap-2">
        <Button ref={retryButton} variant="outline" size="small" onClick={onRetry}>
          Try again
        </Button>
        <Button variant="ghost" size="small" onClick={onClose}>
          Close chat
        </Button>
      </div>
    </div>
  );
}

import { X } from "lucide-react";

/** Closes the chat panel or its error message. */
export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <button
      type="button"
      aria-label="Close chat"
      className="-m-2 flex size-11 flex-none items-center justify-center rounded-xl hover:bg-current/10"
      onClick={onClose}
    >
      <X aria-hidden="true" className="size-5" />
    </button>
  );
}

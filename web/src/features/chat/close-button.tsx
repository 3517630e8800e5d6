import { X } from "lucide-react";
import { IconTooltip } from "@/ui/icon-tooltip";

/** Closes the chat panel. */
export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <IconTooltip text="Close chat" className="-m-2 flex-none">
      <button
        type="button"
        aria-label="Close chat"
        className="flex size-11 items-center justify-center rounded-xl hover:bg-current/10"
        onClick={onClose}
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </IconTooltip>
  );
}

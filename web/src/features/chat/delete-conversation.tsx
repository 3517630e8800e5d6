import { useState } from "react";
import { Button } from "@/ui/button";

interface DeleteConversationProps {
  /** Returns why it could not be deleted, if so. */
  onDelete: () => Promise<string | undefined>;
}

/** Lets visitors delete what they wrote. It asks once more before it does. */
export function DeleteConversation({ onDelete }: DeleteConversationProps) {
  /** Undefined until it was asked for. */
  const [asking, setAsking] = useState<boolean>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!asking) {
    return (
      <button
        type="button"
        className="min-h-9 self-center text-sm text-soft underline"
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone
        autoFocus={asking === false}
        onClick={() => setAsking(true)}
      >
        Delete this conversation
      </button>
    );
  }
  const confirm = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(await onDelete());
    setBusy(false);
  };
  return (
    <fieldset className="grid gap-3 rounded-2xl border border-line bg-paper p-4">
      <legend className="sr-only">Delete this conversation</legend>
      <p>All messages disappear, here and for us, and cannot be brought back.</p>
      {failure && (
        <p role="alert" className="text-bad">
          {failure}
        </p>
      )}
      <div className="flex gap-2">
        {/* Not disabled while it works: it would lose the focus, and it may be needed again. */}
        <Button variant="destructive" size="small" aria-disabled={busy} onClick={confirm}>
          Delete
        </Button>
        {/* The button that was pressed is gone, and the focus with it. */}
        <Button variant="outline" size="small" autoFocus onClick={() => setAsking(false)}>
          Keep
        </Button>
      </div>
    </fieldset>
  );
}

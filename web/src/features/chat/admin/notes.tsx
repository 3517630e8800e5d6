import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addNote, adminChatKeys, type ChatNote, deleteNote } from "@/api/admin/chat";
import { errorText } from "@/api/admin/client";
import { useTime } from "@/domain/admin/times";
import { toastError } from "@/ui/admin/toasts";
import type { Insert } from "../message-list";

/** Returns a function that stores a note and resolves to whether that worked. */
export function useAddNote(id: string): (text: string) => Promise<boolean> {
  const client = useQueryClient();
  return async (text) => {
    try {
      await addNote(id, text);
    } catch (error) {
      toastError("Note not saved", errorText(error, 'Press "Continue the Note" to try again.'));
      return false;
    }
    await client.invalidateQueries({ queryKey: adminChatKeys.all });
    return true;
  };
}

/** A note in its place between the messages. */
export function noteInsert(id: string, note: ChatNote): Insert {
  return {
    key: `note-${note.id}`,
    at: note.writtenAt,
    content: (keepFocus) => <Note id={id} note={note} keepFocus={keepFocus} />,
  };
}

interface NoteProps {
  id: string;
  note: ChatNote;
  keepFocus: () => void;
}

function Note({ id, note, keepFocus }: NoteProps) {
  const time = useTime();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteNote(id, note.id),
    onSuccess: () => client.invalidateQueries({ queryKey: adminChatKeys.all }),
    onError: (error) => toastError("Update failed", errorText(error, error.message)),
  });
  return (
    <div className="self-center rounded-xl border-2 border-edge border-dashed px-4 py-2.5 text-sm whitespace-pre-wrap wrap-anywhere">
      <span className="block font-semibold">Internal note</span>
      {note.text}
      <span className="mt-0.5 flex flex-wrap items-center gap-x-4 text-xs">
        {note.author}, {time(note.writtenAt, { timeStyle: "short" })}
        <button
          type="button"
          className="min-h-9 underline"
          disabled={remove.isPending}
          onClick={() => {
            remove.mutate();
            keepFocus();
          }}
        >
          Delete note
        </button>
      </span>
    </div>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  adminChatKeys,
  type ConversationSummary,
  deleteConversation,
  sendStaffTyping,
  staffPhotoUrl,
  threadQuery,
  updateConversation,
} from "@/api/admin/chat";
import { errorText } from "@/api/admin/client";
import { usePage } from "@/domain/page-data";
import { useWorkingCopy } from "@/editing/copies/use-working-copy";
import { AlertDialog } from "@/ui/admin/alert-dialog";
import { QueryError } from "@/ui/admin/query-error";
import { QuietButton } from "@/ui/admin/quiet-button";
import { toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";
import { Composer, maxMessageLength } from "../composer";
import { MessageList } from "../message-list";
import { usePhotoPicker } from "../photo-picking";
import { useRecentMark, useTypingSignal } from "../typing";
import { AssigneeSelect } from "./assignee-select";
import { ContactLinks } from "./contact-links";
import { noteInsert, useAddNote } from "./notes";
import { appendReply, QuickReplies } from "./quick-replies";
import { usePageVisible } from "./use-page-visible";
import { useSendReply } from "./use-send-reply";
import type { TypedReplies } from "./use-typed-replies";

interface ThreadProps {
  id: string;
  /** The conversation as the inbox shows it, if it is there. */
  summary: ConversationSummary | undefined;
  replies: string[];
  typedReplies: TypedReplies;
}

/** One conversation with a form to reply. */
export function Thread({ id, summary, replies, typedReplies }: ThreadProps) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(threadQuery(id));
  const conversation = data?.conversation ?? summary;
  const { page, closed = false, unread = 0 } = conversation ?? {};
  const messages = data?.messages ?? [];
  const loaded = { at: dataUpdatedAt, messages };
  const { unsent, send, outbox } = useSendReply(id, loaded, typedReplies);
  const { text, photos, note } = typedReplies.replyFor(id);
  const picker = usePhotoPicker(photos, (edit) => typedReplies.updatePhotos(id, edit));
  const signalTyping = useTypingSignal(() => sendStaffTyping(id));
  const isTyping = useRecentMark(data?.typing ? String(dataUpdatedAt) : "");
  const [noting, setNoting] = useState(false);
  const addNote = useAddNote(id);
  const write = (typed: string) => {
    typedReplies.write(id, typed);
    signalTyping(typed);
  };
  const sendNote = async (written: string) => {
    setNoting(false);
    if (!(await addNote(written))) typedReplies.returnNote(id, written);
  };
  const copy = useWorkingCopy({
    kind: "chat-reply",
    id,
    title: conversation?.contact || "",
    original: { text: "" },
    values: { text },
    dirty: text.trim() !== "",
    labels: { text: "Your answer" },
    quiet: true,
    onContinue: ({ values }) => write(values.text),
  });
  const box = useRef<HTMLTextAreaElement>(null);
  const { timeZone } = usePage().identity;
  useMarkRead(id, unread, messages.at(-1)?.id);
  useLayoutEffect(() => {
    box.current?.focus();
    // The cursor goes to the end of what was typed.
    box.current?.setSelectionRange(maxMessageLength, maxMessageLength);
  }, []);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 text-sm">
        <div className="min-w-[min(12rem,100%)] flex-1 wrap-anywhere">
          {conversation && (
            <ContactLinks
              contact={conversation.contact}
              reach={data?.reach}
              text={
                text.trim() || (messages.findLast(({ staff, text }) => staff && text)?.text ?? "")
              }
            />
          )}
          {page && <p className="text-soft">Began on {page}</p>}
        </div>
        {conversation && <AssigneeSelect id={id} assignee={conversation.assignee} />}
        <ThreadActions id={id} closed={closed} />
      </div>
      {error && data && (
        <p
          role="alert"
          className="flex flex-wrap items-center gap-x-4 border-line border-b px-4 text-sm text-bad"
        >
          New messages could not be loaded.
          <QuietButton onClick={() => void refetch()}>Try Again</QuietButton>
        </p>
      )}
      {error && !data && (
        <div className="min-h-0 flex-1 overflow-y-auto p-4">
          <QueryError what="this conversation" error={error} onRetry={refetch} />
        </div>
      )}
      {!data && !error && (
        <div className="flex-1">
          <Spinner label="Loading the conversation..." />
        </div>
      )}
      {data && (
        <MessageList
          timeZone={timeZone}
          messages={messages}
          unsent={unsent}
          as="staff"
          photoUrl={staffPhotoUrl}
          seenTo={data.conversation.seenTo}
          mailedTo={data.conversation.mailedTo}
          typing={isTyping ? "Visitor is typing…" : undefined}
          inserts={data.notes.map((note) => noteInsert(id, note))}
          onRetry={(message) => void outbox.retry(message)}
          onDismiss={({ key }) => outbox.remove(key)}
        />
      )}
      {copy.offer && <div className="px-3 pt-3">{copy.offer}</div>}
      <div className="flex flex-wrap gap-2 p-3">
        {!noting && replies.length > 0 && (
          <QuickReplies
            replies={replies}
            name={conversation?.name ?? ""}
            onChoose={(reply) => {
              write(appendReply(text, reply));
              box.current?.focus();
            }}
          />
        )}
        {noting && <p className="flex-1 self-center">Only your team sees this note.</p>}
        <Button
          variant="ghost"
          size="small"
          onClick={() => {
            setNoting(!noting);
            box.current?.focus();
          }}
        >
          {noting ? "Answer Instead" : note ? "Continue the Note" : "Write a Note"}
        </Button>
      </div>
      <Composer
        label={noting ? "Your note" : "Your answer"}
        box={box}
        text={noting ? note : text}
        onText={noting ? (written) => typedReplies.writeNote(id, written) : write}
        picker={noting ? undefined : picker}
        onSend={noting ? sendNote : send}
      />
    </>
  );
}

/** Marks the messages as read while the page is visible. */
function useMarkRead(id: string, unread: number, newest: number | undefined) {
  const { mutate } = useMutation({
    mutationFn: (readTo: number) => updateConversation(id, { readTo }),
  });
  const visible = usePageVisible();
  useEffect(() => {
    if (unread > 0 && newest && visible) mutate(newest);
  }, [unread, newest, visible, mutate]);
}

function ThreadActions({ id, closed }: { id: string; closed: boolean }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const options = {
    onSuccess: () => client.invalidateQueries({ queryKey: adminChatKeys.all }),
    onError: (error: Error) => toastError("Update failed", errorText(error, error.message)),
  };
  const close = useMutation({
    mutationFn: () => updateConversation(id, { closed: !closed }),
    ...options,
  });
  const remove = useMutation({ mutationFn: () => deleteConversation(id), ...options });
  return (
    <>
      {/* Not disabled while it is saved: it would lose the focus. Twice does no harm. */}
      <Button variant="outline" size="small" onClick={() => close.mutate()}>
        {closed ? "Reopen" : "Close Conversation"}
      </Button>
      <Button variant="ghost" size="small" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {asking && (
        <AlertDialog
          title="Delete this conversation?"
          confirmLabel="Delete"
          pending={remove.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => remove.mutate()}
        >
          It disappears here and for the visitor, and cannot be brought back.
        </AlertDialog>
      )}
    </>
  );
}

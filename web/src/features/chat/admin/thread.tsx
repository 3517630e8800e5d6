import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import {
  adminChatKeys,
  type ConversationSummary,
  deleteConversation,
  sendReply,
  threadQuery,
  updateConversation,
} from "@/api/admin/chat";
import { errorText } from "@/api/admin/client";
import { AlertDialog } from "@/ui/admin/alert-dialog";
import { QueryError } from "@/ui/admin/query-error";
import { Select } from "@/ui/admin/select";
import { toastError } from "@/ui/admin/toasts";
import { useWorkingCopy } from "@/ui/admin/working-copy";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";
import { Composer, maxMessageLength } from "../composer";
import { newKey } from "../conversation";
import { MessageList } from "../message-list";
import { usePageVisible } from "./use-page-visible";
import type { ReplyDrafts } from "./use-reply-drafts";

interface ThreadProps {
  id: string;
  /** The conversation as the inbox shows it, if it is there. */
  summary: ConversationSummary | undefined;
  replies: string[];
  replyDrafts: ReplyDrafts;
}

/** One conversation with a form to reply. */
export function Thread({ id, summary, replies, replyDrafts }: ThreadProps) {
  const { data, error, refetch } = useQuery(threadQuery(id));
  const { contact, page, closed = false, unread = 0 } = data?.conversation ?? summary ?? {};
  const messages = data?.messages ?? [];
  const { drafts, send } = useSendReply(id, messages.length, replyDrafts);
  const { text } = replyDrafts.draftFor(id);
  const write = (draft: string) => replyDrafts.write(id, draft);
  const copy = useWorkingCopy({
    kind: "chat-reply",
    id,
    title: contact || "",
    original: { text: "" },
    values: { text },
    dirty: text.trim() !== "",
    labels: { text: "Your answer" },
    onContinue: (typed) => write(typed.text),
  });
  const box = useRef<HTMLTextAreaElement>(null);
  useMarkRead(id, unread, messages.at(-1)?.id);
  useEffect(() => {
    box.current?.focus();
    // The cursor goes to the end of a draft.
    box.current?.setSelectionRange(maxMessageLength, maxMessageLength);
  }, []);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 text-sm">
        <p className="min-w-48 flex-1 wrap-anywhere">
          {contact || (contact === "" && "No phone or e-mail yet")}
          {page && <span className="block text-soft">Began on {page}</span>}
        </p>
        <ThreadActions id={id} closed={closed} />
      </div>
      {error && (
        <div className={data ? "px-4 pt-4" : "min-h-0 flex-1 overflow-y-auto p-4"}>
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
          messages={messages}
          drafts={drafts}
          as="staff"
          onRetry={({ key, text }) => send(text, key)}
        />
      )}
      {copy.offer && <div className="px-3 pt-3">{copy.offer}</div>}
      {replies.length > 0 && (
        <div className="p-3">
          <Select
            aria-label="Quick reply"
            value=""
            onChange={(event) => {
              write(appendReply(text, event.target.value));
              box.current?.focus();
            }}
          >
            <option value="">Quick reply…</option>
            {replies.map((reply) => (
              <option key={reply}>{reply}</option>
            ))}
          </Select>
        </div>
      )}
      <Composer label="Your answer" box={box} text={text} onText={write} onSend={send} />
    </>
  );
}

/** Appends a quick reply to the draft. */
function appendReply(text: string, reply: string): string {
  const typed = text.trimEnd();
  return typed ? `${typed} ${reply}` : reply;
}

/** Sends replies. Each one is shown as pending until the conversation contains it. */
function useSendReply(id: string, length: number, { draftFor, updatePending }: ReplyDrafts) {
  const client = useQueryClient();
  const send = async (text: string, key = newKey()) => {
    updatePending(id, (all) => [...all.filter((draft) => draft.key !== key), { key, text }]);
    try {
      await sendReply(id, key, text);
      await client.invalidateQueries({ queryKey: adminChatKeys.all });
      updatePending(id, (all) => all.filter((draft) => draft.key !== key));
    } catch (error) {
      const failure = errorText(error, "This could not be sent.");
      updatePending(id, (all) =>
        all.map((draft) => (draft.key === key ? { ...draft, failure } : draft)),
      );
    }
  };
  // The event stream can deliver the message before the request above has finished.
  const shown = client
    .getQueryData(threadQuery(id).queryKey)
    ?.messages.slice(0, length)
    .map(({ key }) => key);
  return { drafts: draftFor(id).pending.filter(({ key }) => !shown?.includes(key)), send };
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
      <Button
        variant="outline"
        size="small"
        disabled={close.isPending}
        onClick={() => close.mutate()}
      >
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

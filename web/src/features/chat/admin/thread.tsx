import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import {
  adminChatKeys,
  answerVisitor,
  type ConversationSummary,
  changeConversation,
  deleteConversation,
  threadQuery,
} from "@/api/admin-chat";
import { failureText } from "@/api/admin-client";
import { toastFailure } from "@/lib/toasts";
import { AlertDialog } from "@/ui/admin/alert-dialog";
import { Select } from "@/ui/admin/select";
import { Button } from "@/ui/button";
import { Composer } from "../composer";
import { type Draft, newKey } from "../conversation";
import { MessageList } from "../message-list";

interface ThreadProps {
  summary: ConversationSummary;
  replies: string[];
}

/** One conversation, to read and to answer. */
export function Thread({ summary, replies }: ThreadProps) {
  const { id, contact, page, closed } = summary;
  const { data } = useQuery(threadQuery(id));
  const messages = data?.messages ?? [];
  const { drafts, send } = useAnswers(id, messages.length);
  const [text, setText] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  useMarkRead(summary, messages.at(-1)?.id);
  useEffect(() => box.current?.focus(), []);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 text-sm">
        <p className="min-w-48 flex-1 wrap-anywhere">
          {contact || "No phone or e-mail yet"}
          {page && <span className="block text-soft">Began on {page}</span>}
        </p>
        <ThreadActions id={id} closed={closed} />
      </div>
      <MessageList
        messages={messages}
        drafts={drafts}
        as="staff"
        onRetry={({ key, text }) => send(text, key)}
      />
      {replies.length > 0 && (
        <div className="px-3 pt-3">
          <Select
            aria-label="Quick reply"
            value=""
            onChange={(event) => {
              setText(event.target.value);
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
      <Composer label="Your answer" box={box} text={text} onText={setText} onSend={send} />
    </>
  );
}

/** Answers on their way: each stays in sight until the conversation shows it. */
function useAnswers(id: string, length: number) {
  const client = useQueryClient();
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const without = (key: string) => (all: Draft[]) => all.filter((draft) => draft.key !== key);
  const send = async (text: string, key = newKey()) => {
    setDrafts((all) => [...without(key)(all), { key, text }]);
    try {
      await answerVisitor(id, key, text);
      await client.invalidateQueries({ queryKey: adminChatKeys.all });
      setDrafts(without(key));
    } catch (error) {
      const failure = failureText(error, "This could not be sent.");
      setDrafts((all) => all.map((draft) => (draft.key === key ? { ...draft, failure } : draft)));
    }
  };
  // Between the two requests above the signal may have shown the message already.
  const shown = client
    .getQueryData(threadQuery(id).queryKey)
    ?.messages.slice(0, length)
    .map(({ key }) => key);
  return { drafts: drafts.filter(({ key }) => !shown?.includes(key)), send };
}

/** Says that what is in sight has been read. */
function useMarkRead({ id, unread }: ConversationSummary, newest: number | undefined) {
  const { mutate } = useMutation({
    mutationFn: (readTo: number) => changeConversation(id, { readTo }),
  });
  useEffect(() => {
    if (unread > 0 && newest && document.visibilityState === "visible") mutate(newest);
  }, [unread, newest, mutate]);
}

function ThreadActions({ id, closed }: { id: string; closed: boolean }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const options = {
    onSuccess: () => client.invalidateQueries({ queryKey: adminChatKeys.all }),
    onError: (error: Error) => toastFailure("Update failed", failureText(error, error.message)),
  };
  const close = useMutation({
    mutationFn: () => changeConversation(id, { closed: !closed }),
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
      <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
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

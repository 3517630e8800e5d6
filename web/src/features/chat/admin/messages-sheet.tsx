import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { type ConversationSummary, inboxQuery, threadQuery } from "@/api/admin/chat";
import { neverSaved } from "@/api/admin/client";
import { ApiError } from "@/api/client";
import { IconButton } from "@/ui/admin/icon-button";
import { PanelSheet } from "@/ui/admin/panel-sheet";
import { usePanel } from "@/ui/admin/use-panel";
import { AskForReview } from "./ask-for-review";
import { AvailabilitySwitch } from "./availability-switch";
import { ConversationList } from "./conversation-list";
import { NoticeChannels } from "./notice-channels";
import { NotificationBell, NotificationHelp, useNotifications } from "./notification-bell";
import { RepliesEditor } from "./replies-editor";
import { Thread } from "./thread";
import { visitorName } from "./use-inbox";
import type { TypedReplies } from "./use-typed-replies";

interface MessagesSheetProps {
  typedReplies: TypedReplies;
}

/** The inbox, or one conversation, which is part of the URL so that notices can link to it. */
export function MessagesSheet({ typedReplies }: MessagesSheetProps) {
  const { panel, open } = usePanel();
  const notifications = useNotifications();
  const inbox = useInfiniteQuery(inboxQuery()).data?.pages;
  const replies = inbox?.[0]?.replies;
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<ConversationSummary>();
  const id = panel?.section;
  const thread = useQuery({ ...threadQuery(id ?? ""), enabled: id !== undefined });
  // Deleted here, by a colleague or by the visitor.
  const deleted = thread.error instanceof ApiError && thread.error.status === 404;
  const shown = deleted ? undefined : id;
  const isGone = useForgetDeleted(id, deleted);
  const summary = chosen?.id === id ? chosen : undefined;
  return (
    <PanelSheet
      title={shown ? visitorName(thread.data?.conversation ?? summary ?? { name: "" }) : "Messages"}
      help="What visitors write to you in the chat of the site. Open a conversation to read and answer it; the visitor sees your answer on the site. Quick replies are sentences that you often need, ready to be inserted."
      actions={
        shown ? (
          <IconButton
            label="All messages"
            icon={<ArrowLeft aria-hidden />}
            onClick={() => open("messages")}
          />
        ) : (
          <NotificationBell {...notifications} />
        )
      }
    >
      {shown ? (
        <Thread
          key={shown}
          id={shown}
          summary={summary}
          replies={replies ?? []}
          typedReplies={typedReplies}
        />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <NotificationHelp {...notifications} />
          {isGone && (
            <p role="status" className="border-line border-b bg-sunken px-4 py-3">
              This conversation does not exist any more.
            </p>
          )}
          <AvailabilitySwitch />
          <ConversationList
            search={search}
            onSearch={setSearch}
            onChoose={(conversation) => {
              setChosen(conversation);
              open("messages", conversation.id);
            }}
          />
          {replies && (
            <RepliesEditor
              stored={{ replies, updatedAt: inbox?.[0]?.repliesUpdatedAt ?? neverSaved }}
            />
          )}
          <AskForReview />
          <NoticeChannels />
        </div>
      )}
    </PanelSheet>
  );
}

/**
 * Leaves a conversation that was deleted; returns whether the last one was. If the visitor writes
 * again, the new conversation has the same ID, and must not open by itself.
 */
function useForgetDeleted(id: string | undefined, deleted: boolean): boolean {
  const client = useQueryClient();
  const { open } = usePanel();
  const [isGone, setGone] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: open is another function at every render
  useEffect(() => {
    if (id === undefined) return;
    setGone(deleted);
    if (!deleted) return;
    open("messages");
    return () => client.removeQueries({ queryKey: threadQuery(id).queryKey });
  }, [id, deleted, client]);
  return isGone;
}

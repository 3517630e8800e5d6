import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft, Bell, BellOff } from "lucide-react";
import { useState } from "react";
import { type ConversationSummary, inboxQuery, threadQuery } from "@/api/admin/chat";
import { ApiError } from "@/api/client";
import { IconButton } from "@/ui/admin/icon-button";
import { PanelSheet } from "@/ui/admin/panel-sheet";
import { alerts } from "./alerts";
import { ConversationList } from "./conversation-list";
import { RepliesEditor } from "./replies-editor";
import { Thread } from "./thread";
import { visitorName } from "./use-inbox";
import type { ReplyDrafts } from "./use-reply-drafts";

/** The inbox, or one conversation. */
export function MessagesSheet({ replyDrafts }: { replyDrafts: ReplyDrafts }) {
  const replies = useInfiniteQuery(inboxQuery()).data?.pages[0]?.replies;
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<ConversationSummary>();
  const thread = useQuery({ ...threadQuery(chosen?.id ?? ""), enabled: chosen !== undefined });
  // Deleted here, by a colleague or by the visitor.
  const deleted = thread.error instanceof ApiError && thread.error.status === 404;
  const conversation = deleted ? undefined : chosen;
  return (
    <PanelSheet
      title={conversation ? visitorName(thread.data?.conversation ?? conversation) : "Messages"}
      actions={
        conversation ? (
          <IconButton
            label="All messages"
            icon={<ArrowLeft aria-hidden />}
            onClick={() => setChosen(undefined)}
          />
        ) : (
          <AlertsSwitch />
        )
      }
    >
      {conversation ? (
        <Thread
          key={conversation.id}
          summary={conversation}
          replies={replies ?? []}
          replyDrafts={replyDrafts}
        />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <ConversationList search={search} onSearch={setSearch} onChoose={setChosen} />
          {replies && <RepliesEditor saved={replies} replyDrafts={replyDrafts} />}
        </div>
      )}
    </PanelSheet>
  );
}

function AlertsSwitch() {
  const [on, setOn] = useState(alerts.isEnabled);
  return (
    <IconButton
      label={on ? "Turn sound and notifications off" : "Turn sound and notifications on"}
      icon={on ? <Bell aria-hidden /> : <BellOff aria-hidden />}
      onClick={() => {
        setOn(!on);
        void alerts.setEnabled(!on);
      }}
    />
  );
}

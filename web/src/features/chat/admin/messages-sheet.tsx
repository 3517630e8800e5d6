import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Bell, BellOff, MessagesSquare } from "lucide-react";
import { useState } from "react";
import { type ConversationSummary, inboxQuery } from "@/api/admin/chat";
import { Badge } from "@/ui/admin/badge";
import { IconButton } from "@/ui/admin/icon-button";
import { QueryError } from "@/ui/admin/query-error";
import { Sheet } from "@/ui/admin/sheet";
import { EmptyState } from "@/ui/empty-state";
import { Spinner } from "@/ui/spinner";
import { alerts } from "./alerts";
import { RepliesEditor } from "./replies-editor";
import { Thread } from "./thread";
import { visitorName } from "./use-inbox";
import type { ReplyDrafts } from "./use-reply-drafts";

interface MessagesSheetProps {
  replyDrafts: ReplyDrafts;
  onClose: () => void;
}

/** The inbox, or one conversation. */
export function MessagesSheet({ replyDrafts, onClose }: MessagesSheetProps) {
  const { data: inbox, error, refetch } = useQuery(inboxQuery);
  const [chosen, setChosen] = useState<string>();
  const conversation = inbox?.conversations.find(({ id }) => id === chosen);
  return (
    <Sheet
      title={conversation ? visitorName(conversation) : "Messages"}
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
      onClose={onClose}
    >
      {!inbox && !error && <Spinner label="Loading messages..." />}
      {error && <QueryError what="the messages" error={error} onRetry={refetch} />}
      {inbox && conversation && (
        <Thread
          key={conversation.id}
          summary={conversation}
          replies={inbox.replies}
          replyDrafts={replyDrafts}
        />
      )}
      {inbox && !conversation && (
        <div className="min-h-0 flex-1 overflow-y-auto">
          {inbox.conversations.length === 0 && (
            <div className="p-4">
              <EmptyState icon={<MessagesSquare />} title="No messages yet">
                When a visitor writes in the chat, it shows up here at once.
              </EmptyState>
            </div>
          )}
          <ul>
            {inbox.conversations.map((one) => (
              <li key={one.id} className="border-line border-b">
                <ConversationRow conversation={one} onChoose={() => setChosen(one.id)} />
              </li>
            ))}
          </ul>
          <RepliesEditor saved={inbox.replies} replyDrafts={replyDrafts} />
        </div>
      )}
    </Sheet>
  );
}

interface ConversationRowProps {
  conversation: ConversationSummary;
  onChoose: () => void;
}

function ConversationRow({ conversation, onChoose }: ConversationRowProps) {
  const { unread, closed, lastStaff, lastText, updatedAt } = conversation;
  return (
    <button
      type="button"
      className="block w-full px-4 py-3 text-left hover:bg-sunken"
      onClick={onChoose}
    >
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-semibold">{visitorName(conversation)}</span>
        {unread > 0 && <Badge variant="primary">{unread} new</Badge>}
        {closed && <Badge>Closed</Badge>}
        <time dateTime={updatedAt} className="text-sm text-soft">
          {new Date(updatedAt).toLocaleString("en-US", { dateStyle: "short", timeStyle: "short" })}
        </time>
      </span>
      <span className="block truncate text-soft">
        {lastStaff && "You: "}
        {lastText}
      </span>
    </button>
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

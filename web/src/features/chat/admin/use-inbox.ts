import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import {
  adminChatKeys,
  type ConversationSummary,
  inboxQuery,
  subscribeToInbox,
} from "@/api/admin/chat";
import { alerts } from "./alerts";
import { usePageVisible } from "./use-page-visible";

/** The inbox, kept up to date by the event stream. */
export function useInbox() {
  const client = useQueryClient();
  const visible = usePageVisible();
  useEffect(
    () =>
      subscribeToInbox(
        visible,
        () => void client.invalidateQueries({ queryKey: adminChatKeys.all }),
      ),
    [client, visible],
  );
  const inbox = useQuery(inboxQuery);
  const conversations = inbox.data?.conversations;
  useAlerts(conversations);
  return {
    ...inbox,
    unread: conversations?.reduce((sum, { unread }) => sum + unread, 0) ?? 0,
  };
}

function useAlerts(conversations: ConversationSummary[] | undefined) {
  const known = useRef<number>(undefined);
  useEffect(() => {
    if (!conversations) return;
    const unread = conversations.reduce((sum, conversation) => sum + conversation.unread, 0);
    const newest = conversations.find((conversation) => conversation.unread > 0);
    if (known.current !== undefined && unread > known.current && newest) {
      alerts.notify(`Message from ${visitorName(newest)}`, newest.lastText);
    }
    known.current = unread;
  }, [conversations]);
}

/** The visitor's name, or "Visitor". */
export function visitorName({ name }: { name: string }): string {
  return name || "Visitor";
}

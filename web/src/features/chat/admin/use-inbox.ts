import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { adminChatKeys, type Inbox, inboxQuery, subscribeToInbox } from "@/api/admin/chat";
import { alerts } from "./alerts";
import { pushStateQuery } from "./push";
import { usePageVisible } from "./use-page-visible";

/** Follows the inbox, announces new messages and returns how many are unread. */
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
  const newest = useInfiniteQuery(inboxQuery()).data?.pages[0];
  useAlerts(newest);
  return { unread: newest?.unread ?? 0 };
}

function useAlerts(inbox: Inbox | undefined) {
  const known = useRef<number>(undefined);
  const pushed = useQuery(pushStateQuery).data === "on";
  useEffect(() => {
    if (!inbox) return;
    const newest = inbox.conversations.find(({ unread }) => unread > 0);
    if (known.current !== undefined && inbox.unread > known.current && newest) {
      alerts.notify(`Message from ${visitorName(newest)}`, newest.lastText, pushed);
    }
    known.current = inbox.unread;
  }, [inbox, pushed]);
}

/** The visitor's name, or "Visitor". */
export function visitorName({ name }: { name: string }): string {
  return name || "Visitor";
}

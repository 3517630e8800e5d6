import { useEffect } from "react";
import { markSeen } from "@/api/chat";
import type { Conversation } from "./conversation";

/** Tells the staff which of their messages the visitor has seen. */
export function useMarkSeen({ messages, state }: Conversation, open: boolean): void {
  const newest = messages.findLast(({ staff }) => staff)?.id ?? 0;
  const unseen = open && state !== undefined && newest > state.seenTo;
  useEffect(() => {
    if (!unseen) return;
    const mark = () => {
      if (document.visibilityState !== "visible") return;
      // It is sent again with the next message; until then the answer counts as unseen.
      markSeen(newest).catch(() => undefined);
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [unseen, newest]);
}

import { queryOptions } from "@tanstack/react-query";
import { openEventStream } from "@/lib/event-stream";
import type { ChatMessage } from "../chat";
import type { Schema } from "../client";
import { getAdminData, sendChange } from "./client";

export type Conversation = Schema<"Conversation">;
export type ConversationSummary = Schema<"ConversationSummary">;
type Inbox = Schema<"Inbox">;
type Thread = Schema<"Thread">;

const path = "/api/admin/chat";

export const adminChatKeys = { all: ["admin", "chat"] as const };

/** The conversations and the replies at hand; a signal says when they are old. */
export const inboxQuery = queryOptions({
  queryKey: [...adminChatKeys.all, "inbox"],
  queryFn: () => getAdminData<Inbox>(path),
});

/** One conversation with its messages. */
export function threadQuery(id: string) {
  return queryOptions({
    queryKey: [...adminChatKeys.all, "thread", id],
    queryFn: () => getAdminData<Thread>(`${path}/${id}`),
  });
}

/** Listens for changes of any conversation. Whoever is present is seen by visitors. */
export function subscribeToInbox(present: boolean, onChange: () => void): () => void {
  return openEventStream({
    url: () => `${path}/events?present=${present}`,
    on: { changed: onChange },
  });
}

export async function sendReply(id: string, key: string, text: string): Promise<ChatMessage> {
  const answer = await sendChange<ChatMessage>("POST", `${path}/${id}/messages`, { key, text });
  return answer.data as ChatMessage;
}

export function updateConversation(id: string, change: Partial<Conversation>) {
  return sendChange("POST", `${path}/${id}`, change);
}

export function deleteConversation(id: string) {
  return sendChange("DELETE", `${path}/${id}`);
}

export function saveReplies(replies: string[]) {
  return sendChange("POST", `${path}/replies`, { replies });
}

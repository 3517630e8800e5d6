import { openEventStream } from "@/lib/event-stream";
import { type Answer, request, type Schema } from "./client";

export type ChatMessage = Schema<"ChatMessage">;
export type ChatContact = Schema<"ChatContact">;

/** What the chat shows besides messages. */
export interface ChatState extends ChatContact {
  staffOnline: boolean;
  /** When the conversation began; empty until it has. */
  started: string;
  closed: boolean;
}

interface Follower {
  /** The newest message that is known already. */
  after: () => number;
  onState: (state: ChatState) => void;
  onMessage: (message: ChatMessage) => void;
  onConnection: (connected: boolean) => void;
}

/** Follows the visitor's conversation until it is told to stop. */
export function followConversation(follower: Follower): () => void {
  return openEventStream({
    address: () => `/api/chat/events?after=${follower.after()}`,
    on: {
      state: (data) => follower.onState(data as ChatState),
      message: (data) => follower.onMessage(data as ChatMessage),
    },
    onConnection: follower.onConnection,
  });
}

/** Sends a message; to send it again under the same key changes nothing. */
export async function sendMessage(key: string, text: string): Promise<ChatMessage> {
  const page = location.pathname;
  const answer = await request<Answer<ChatMessage>>("POST", "/api/chat/messages", {
    key,
    text,
    page,
  });
  return answer.data as ChatMessage;
}

export async function leaveContact(contact: Omit<ChatContact, "$schema">): Promise<void> {
  await request("POST", "/api/chat/contact", contact);
}

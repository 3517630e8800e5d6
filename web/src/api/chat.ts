import { openEventStream } from "@/lib/event-stream";
import { type Envelope, request, type Schema } from "./client";

export type ChatMessage = Schema<"ChatMessage">;
export type ChatContact = Schema<"ChatContact">;

/** What the chat shows besides messages. */
export interface ChatState extends ChatContact {
  staffOnline: boolean;
  /** When the conversation began; empty until it has. */
  started: string;
  closed: boolean;
}

interface ConversationListener {
  /** The newest message that is known already. */
  after: () => number;
  onState: (state: ChatState) => void;
  onMessage: (message: ChatMessage) => void;
  onConnection: (connected: boolean) => void;
}

/** Follows the visitor's conversation until it is told to stop. */
export function subscribeToConversation(listener: ConversationListener): () => void {
  return openEventStream({
    url: () => `/api/chat/events?after=${listener.after()}`,
    on: {
      state: (data) => listener.onState(data as ChatState),
      message: (data) => listener.onMessage(data as ChatMessage),
    },
    onConnection: listener.onConnection,
  });
}

/** Sends a message; to send it again under the same key changes nothing. */
export async function sendMessage(key: string, text: string): Promise<ChatMessage> {
  const page = location.pathname;
  const answer = await request<Envelope<ChatMessage>>("POST", "/api/chat/messages", {
    key,
    text,
    page,
  });
  return answer.data as ChatMessage;
}

export async function leaveContact(contact: Omit<ChatContact, "$schema">): Promise<void> {
  await request("POST", "/api/chat/contact", contact);
}

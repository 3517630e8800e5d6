import { openEventStream } from "@/lib/event-stream";
import { request, type Schema } from "./client";

export type ChatMessage = Schema<"ChatMessage">;
export type ChatContact = Schema<"ChatContact">;

/** The state of a conversation besides its messages. */
export interface ChatState extends ChatContact {
  staffOnline: boolean;
  /** When the conversation began; empty before the first message. */
  started: string;
  closed: boolean;
  /** The newest message that the staff have read. */
  readTo: number;
  /** The newest message that the visitor has seen, in any browser. */
  seenTo: number;
  /** Changes whenever the staff go on typing; empty if they are not. */
  typing: string;
}

interface ConversationListener {
  /** The id of the newest message that is already known. */
  after: () => number;
  onState: (state: ChatState) => void;
  onMessage: (message: ChatMessage) => void;
  onConnection: (connected: boolean) => void;
}

/** Subscribes to the visitor's conversation; returns a function that unsubscribes. */
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

/** Sends a message. Sending it again with the same key has no effect. */
export async function sendMessage(key: string, text: string): Promise<ChatMessage> {
  const { data } = await request("POST", "/api/chat/messages", {
    body: { key, text, page: location.pathname },
  });
  return data;
}

export async function leaveContact(contact: ChatContact): Promise<void> {
  await request("POST", "/api/chat/contact", { body: contact });
}

/** Says which messages the visitor has seen. */
export async function markSeen(through: number): Promise<void> {
  await request("POST", "/api/chat/seen", { body: { through } });
}

/** Says that the visitor is typing. */
export async function sendTyping(): Promise<void> {
  await request("POST", "/api/chat/typing");
}

/** Takes up the conversation of a link in an e-mail. */
export async function resumeConversation(token: string): Promise<void> {
  await request("POST", "/api/chat/resume", { body: { token } });
}

/** Deletes the visitor's conversation, for the staff too. */
export async function deleteConversation(): Promise<void> {
  await request("DELETE", "/api/chat/conversation");
}

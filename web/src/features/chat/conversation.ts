import {
  type ChatMessage,
  type ChatState,
  deleteConversation,
  leaveContact,
  sendMessage,
  subscribeToConversation,
} from "@/api/chat";
import { sendPhoto } from "@/api/chat-photos";
import { ApiError } from "@/api/client";
import { chatStorage } from "./chat-storage";
import { Outbox, type UnsentMessage } from "./outbox";
import type { Photo } from "./photo";

export interface Conversation {
  connected: boolean;
  state: ChatState | undefined;
  messages: readonly ChatMessage[];
  unsent: readonly UnsentMessage[];
}

/**
 * The visitor's conversation: each message once and in order, even after reconnects and retries.
 */
export class ConversationStore {
  #meet = () => {};
  /**
   * Ends when the stream is answered or fails, or takes too long. Its answer sets the cookie of a new
   * visitor: a message that is sent without it, at the same time, would begin the conversation of
   * somebody else.
   */
  readonly #met = new Promise<void>((resolve) => {
    this.#meet = resolve;
  });
  readonly #outbox = new Outbox<ChatMessage>({
    name: "visitor",
    send: ({ key, text, photo }, onProgress) =>
      photo
        ? this.#met.then(() => sendPhoto(key, photo.file, onProgress))
        : withinTime(this.#met.then(() => sendMessage(key, text))),
    onSent: (message) => this.#keep(message),
    errorText: (error) => errorText(error),
  });
  #now: Conversation = {
    connected: true,
    state: undefined,
    messages: [],
    unsent: this.#outbox.snapshot(),
  };
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Conversation => this.#now;

  /** Subscribes to the conversation; returns a function that unsubscribes. */
  connect(): () => void {
    const { sendAgain } = this.#outbox;
    addEventListener("online", sendAgain);
    const timer = setTimeout(this.#meet, streamLimitMs);
    const unwatch = this.#outbox.subscribe(() => this.#set({ unsent: this.#outbox.snapshot() }));
    const unsubscribe = subscribeToConversation({
      after: () => this.#now.messages.at(-1)?.id ?? 0,
      onState: (state) => {
        // The conversation was deleted, or replaced by a new one: its messages are gone.
        const same = !this.#now.state || this.#now.state.started === state.started;
        const began = !this.#now.state?.started;
        this.#set({ state, ...(!same && !began && { messages: [] }) });
      },
      onMessage: (message) => this.#keep(message),
      onConnection: (connected) => {
        this.#meet();
        this.#set({ connected });
        if (connected) sendAgain();
      },
    });
    return () => {
      removeEventListener("online", sendAgain);
      clearTimeout(timer);
      unwatch();
      unsubscribe();
    };
  }

  send(text: string, key?: string): Promise<void> {
    // So that another page sends it, if this one is left before it could.
    chatStorage.touchConversation();
    return this.#outbox.send(text, key);
  }

  /** Sends a photo as a message of its own. */
  sendPhoto(photo: Photo): Promise<void> {
    return this.#outbox.sendPhoto(photo);
  }

  /** Sends a message again that could not be sent, with the same key. */
  retry(message: UnsentMessage): Promise<void> {
    return this.#outbox.retry(message);
  }

  /** Forgets a message that could not be sent. */
  dismiss(key: string): void {
    this.#outbox.remove(key);
  }

  /** Sends contact details; resolves to an error message if that failed. */
  async leaveContactDetails(name: string, contact: string): Promise<string | undefined> {
    try {
      await leaveContact({ name, contact });
      return undefined;
    } catch (error) {
      return errorText(error);
    }
  }

  /** Deletes the conversation for both sides; returns why that failed, if it did. */
  async deleteConversation(): Promise<string | undefined> {
    try {
      await deleteConversation();
    } catch (error) {
      return errorText(error, "The conversation could not be deleted.");
    }
    this.#outbox.clear();
    this.#set({ messages: [] });
    return undefined;
  }

  #keep(message: ChatMessage): void {
    this.#outbox.remove(message.key);
    if (this.#now.messages.some(({ id }) => id === message.id)) return;
    this.#set({
      messages: [...this.#now.messages, message].sort((one, other) => one.id - other.id),
    });
  }

  #set(change: Partial<Conversation>): void {
    this.#now = { ...this.#now, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const timeLimitMs = 60_000;

/** How long messages wait for the stream, which some networks hold back for ever. */
const streamLimitMs = 10_000;

/**
 * Rejects after a minute: a connection that was lost silently must not hold back later messages. If
 * the message arrived after all, its key tells.
 */
function withinTime<T>(request: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("No answer in time")), timeLimitMs);
    void request.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function errorText(error: unknown, what = "This could not be sent."): string {
  return (
    (error instanceof ApiError && error.serverMessage) || `${what} Please check your connection.`
  );
}

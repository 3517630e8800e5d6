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
import type { Photo } from "./photo";

/** A message that the server has not confirmed yet. */
export interface Draft {
  key: string;
  /** Empty for a photo. */
  text: string;
  photo?: Photo;
  /** How much of a photo is sent, from 0 to 1. */
  progress?: number;
  /** Why it could not be sent. */
  failure?: string;
  /** Whether that was because the server did not answer. */
  unanswered?: boolean;
}

export interface Conversation {
  connected: boolean;
  state: ChatState | undefined;
  messages: readonly ChatMessage[];
  drafts: readonly Draft[];
}

const empty: Conversation = { connected: true, state: undefined, messages: [], drafts: [] };

/**
 * The visitor's conversation: each message once and in order, even after reconnects and retries.
 */
export class ConversationStore {
  #now = empty;
  /** Ends when everything was sent, or could not be. */
  #sending: Promise<void> | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Conversation => this.#now;

  /** Subscribes to the conversation; returns a function that unsubscribes. */
  connect(): () => void {
    const sendAgain = () => this.#sendAgain();
    addEventListener("online", sendAgain);
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
        this.#set({ connected });
        if (connected) sendAgain();
      },
    });
    return () => {
      removeEventListener("online", sendAgain);
      unsubscribe();
    };
  }

  send(text: string, key = newKey()): Promise<void> {
    return this.#send({ key, text }, () => withinTime(sendMessage(key, text)));
  }

  /** Sends a photo as a message of its own. */
  sendPhoto(photo: Photo): Promise<void> {
    const { key, file } = photo;
    return this.#send({ key, text: "", photo, progress: 0 }, () =>
      sendPhoto(key, file, (progress) => this.#change(key, { progress })),
    );
  }

  /** Sends a message again that could not be sent, with the same key. */
  retry({ key, text, photo }: Draft): Promise<void> {
    return photo ? this.sendPhoto(photo) : this.send(text, key);
  }

  /** Forgets a message that could not be sent. */
  dismiss(key: string): void {
    this.#set({ drafts: this.#now.drafts.filter((draft) => draft.key !== key) });
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
    this.#set({ messages: [], drafts: [] });
    return undefined;
  }

  /**
   * Shows a draft and sends it after the earlier ones: they arrive in order, and only the first one
   * begins a conversation.
   */
  #send(draft: Draft, request: () => Promise<ChatMessage>): Promise<void> {
    const { key } = draft;
    const others = this.#now.drafts.filter((other) => other.key !== key);
    this.#set({ drafts: [...others, draft] });
    const run = async () => {
      try {
        this.#keep(await request());
      } catch (error) {
        const answered = error instanceof ApiError && error.isEnvelope;
        this.#change(key, { failure: errorText(error), ...(!answered && { unanswered: true }) });
      }
    };
    const isWanted = () => this.#now.drafts.some((other) => other.key === key);
    const sent = this.#sending ? this.#sending.then(() => (isWanted() ? run() : undefined)) : run();
    this.#sending = sent;
    void sent.finally(() => {
      if (this.#sending === sent) this.#sending = undefined;
    });
    return sent;
  }

  /** Sends what the server has not answered, now that it can be reached again. */
  #sendAgain(): void {
    for (const draft of this.#now.drafts) if (draft.unanswered) void this.retry(draft);
  }

  #change(key: string, change: Partial<Draft>): void {
    this.#set({
      drafts: this.#now.drafts.map((draft) =>
        draft.key === key ? { ...draft, ...change } : draft,
      ),
    });
  }

  #keep(message: ChatMessage): void {
    const known = this.#now.messages.some(({ id }) => id === message.id);
    this.#set({
      drafts: this.#now.drafts.filter((draft) => draft.key !== message.key),
      ...(!known && {
        messages: [...this.#now.messages, message].sort((one, other) => one.id - other.id),
      }),
    });
  }

  #set(change: Partial<Conversation>): void {
    this.#now = { ...this.#now, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const timeLimitMs = 60_000;

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

/** A unique key; crypto.randomUUID works only over HTTPS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

function errorText(error: unknown, what = "This could not be sent."): string {
  return (
    (error instanceof ApiError && error.serverMessage) || `${what} Please check your connection.`
  );
}

import {
  type ChatMessage,
  type ChatState,
  deleteConversation,
  leaveContact,
  sendMessage,
  subscribeToConversation,
} from "@/api/chat";
import { ApiError } from "@/api/client";

/** A message that the server has not confirmed yet. */
export interface Draft {
  key: string;
  text: string;
  /** Why it could not be sent. */
  failure?: string;
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
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Conversation => this.#now;

  /** Subscribes to the conversation; returns a function that unsubscribes. */
  connect(): () => void {
    return subscribeToConversation({
      after: () => this.#now.messages.at(-1)?.id ?? 0,
      onState: (state) => {
        // The conversation was deleted, or replaced by a new one: its messages are gone.
        const same = !this.#now.state || this.#now.state.started === state.started;
        const began = !this.#now.state?.started;
        this.#set({ state, ...(!same && !began && { messages: [] }) });
      },
      onMessage: (message) => this.#keep(message),
      onConnection: (connected) => this.#set({ connected }),
    });
  }

  async send(text: string, key = newKey()): Promise<void> {
    const others = this.#now.drafts.filter((draft) => draft.key !== key);
    this.#set({ drafts: [...others, { key, text }] });
    try {
      this.#keep(await sendMessage(key, text));
    } catch (error) {
      const failure = errorText(error);
      this.#set({
        drafts: this.#now.drafts.map((draft) =>
          draft.key === key ? { ...draft, failure } : draft,
        ),
      });
    }
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

import type { QueryClient } from "@tanstack/react-query";
import { adminChatKeys, sendPhotoReply, sendReply } from "@/api/admin/chat";
import { errorText } from "@/api/admin/client";
import { keptOutboxes, Outbox, type UnsentMessage } from "../outbox";

type Pending = Readonly<Record<string, readonly UnsentMessage[]>>;

/** The answers of one person that have not arrived yet, by the IDs of their conversations. */
export class ReplyOutboxes {
  readonly #client: QueryClient;
  /** The person, so that nobody else in this browser sends their answers. */
  readonly #owner: string;
  readonly #all = new Map<string, Outbox<unknown>>();
  #pending: Pending = {};
  readonly #listeners = new Set<() => void>();

  constructor(client: QueryClient, username: string) {
    this.#client = client;
    this.#owner = `staff-${encodeURIComponent(username)}/`;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Pending => this.#pending;

  /** Sends what an earlier page could not, and again what fails; returns a function that ends that. */
  start(): () => void {
    for (const name of keptOutboxes(this.#owner)) {
      this.of(decodeURIComponent(name.slice(this.#owner.length)));
    }
    const sendAgain = () => {
      for (const outbox of this.#all.values()) outbox.sendAgain();
    };
    sendAgain();
    addEventListener("online", sendAgain);
    return () => removeEventListener("online", sendAgain);
  }

  /** The outbox of a conversation. */
  of(id: string): Outbox<unknown> {
    const known = this.#all.get(id);
    if (known) return known;
    const outbox = new Outbox<unknown>({
      name: this.#owner + encodeURIComponent(id),
      send: ({ key, text, photo }, onProgress) =>
        photo ? sendPhotoReply(id, key, photo.file, onProgress) : sendReply(id, key, text),
      onSent: () => this.#client.invalidateQueries({ queryKey: adminChatKeys.all }),
      errorText: (error) => errorText(error, "This could not be sent."),
    });
    this.#all.set(id, outbox);
    outbox.subscribe(() => this.#update(id, outbox));
    if (outbox.snapshot().length > 0) this.#update(id, outbox);
    return outbox;
  }

  /** Forgets everything that has not arrived. */
  clear(): void {
    for (const outbox of this.#all.values()) outbox.clear();
  }

  #update(id: string, outbox: Outbox<unknown>): void {
    this.#pending = { ...this.#pending, [id]: outbox.snapshot() };
    for (const listener of this.#listeners) listener();
  }
}

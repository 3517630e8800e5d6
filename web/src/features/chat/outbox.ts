import { ApiError } from "@/api/client";
import { newKey } from "@/lib/new-key";
import type { Photo } from "./photo";

/** A message that the server has not confirmed yet. */
export interface UnsentMessage {
  key: string;
  /** Empty for a photo. */
  text: string;
  photo?: Photo;
  /** How much of a photo is sent, from 0 to 1. */
  progress?: number;
  /** Why it could not be sent. */
  failure?: string;
  /** Whether the server did not answer, so that it may be sent again by itself. */
  unanswered?: boolean;
}

interface OutboxOptions<Sent> {
  /** Tells the outboxes of a browser apart. */
  name: string;
  send: (message: UnsentMessage, onProgress: (share: number) => void) => Promise<Sent>;
  /** Called with the stored message, before its message disappears. */
  onSent: (sent: Sent) => void | Promise<void>;
  /** The sentence for a message that could not be sent. */
  errorText: (error: unknown) => string;
}

/**
 * Messages on their way to the server: sent one after another, again when the server can be reached,
 * and kept in the browser until they arrive or are dismissed. Sending a key again has no effect on
 * the server. Photos are too large for the browser's storage, so a reload loses them.
 */
export class Outbox<Sent> {
  readonly #options: OutboxOptions<Sent>;
  #unsent: readonly UnsentMessage[];
  /** Ends when everything was sent, or could not be. */
  #sending: Promise<void> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(options: OutboxOptions<Sent>) {
    this.#options = options;
    this.#unsent = readUnsent(options.name);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What has not arrived yet, in the order in which it was written. */
  readonly snapshot = (): readonly UnsentMessage[] => this.#unsent;

  /**
   * Shows a message and sends it after the earlier ones: they arrive in order, and only the first one
   * begins a conversation.
   */
  send(text: string, key = newKey()): Promise<void> {
    return this.#send({ key, text });
  }

  /** Sends a photo as a message of its own. */
  sendPhoto(photo: Photo): Promise<void> {
    return this.#send({ key: photo.key, text: "", photo, progress: 0 });
  }

  /** Sends a message again, with the same key. */
  retry({ key, text, photo }: UnsentMessage): Promise<void> {
    return photo ? this.sendPhoto(photo) : this.send(text, key);
  }

  /** Sends what the server has not answered, now that it can be reached. */
  readonly sendAgain = (): void => {
    for (const message of this.#unsent) if (message.unanswered) void this.retry(message);
  };

  /** Forgets a message: it has arrived, or the person does not want to send it. */
  remove(key: string): void {
    if (!this.#has(key)) return;
    storage((all) => all.removeItem(storageKey(this.#options.name, key)));
    this.#set(this.#unsent.filter((message) => message.key !== key));
  }

  /** Forgets all messages. */
  clear(): void {
    for (const { key } of this.#unsent) this.remove(key);
  }

  #send(message: UnsentMessage): Promise<void> {
    const { key } = message;
    this.#set([...this.#unsent.filter((other) => other.key !== key), message]);
    this.#keep(message);
    const isWanted = () => this.#has(key);
    const run = () => this.#run(message);
    const sent = this.#sending ? this.#sending.then(() => (isWanted() ? run() : undefined)) : run();
    this.#sending = sent;
    void sent.finally(() => {
      if (this.#sending === sent) this.#sending = undefined;
    });
    return sent;
  }

  async #run(message: UnsentMessage): Promise<void> {
    const { send, onSent, errorText } = this.#options;
    const { key } = message;
    try {
      await onSent(await send(message, (progress) => this.#change(key, { progress })));
      this.remove(key);
    } catch (error) {
      const answered = error instanceof ApiError && error.isEnvelope;
      this.#change(key, { failure: errorText(error), ...(!answered && { unanswered: true }) });
    }
  }

  #has(key: string): boolean {
    return this.#unsent.some((message) => message.key === key);
  }

  #change(key: string, change: Partial<UnsentMessage>): void {
    this.#set(
      this.#unsent.map((message) => {
        if (message.key !== key) return message;
        const changed = { ...message, ...change };
        this.#keep(changed);
        return changed;
      }),
    );
  }

  #keep({ key, text, photo, failure, unanswered }: UnsentMessage): void {
    if (photo) return;
    const kept: Kept = { text, at: Date.now(), ...(failure && !unanswered && { failure }) };
    const item = storageKey(this.#options.name, key);
    storage((all) => all.setItem(item, JSON.stringify(kept)));
  }

  #set(unsent: readonly UnsentMessage[]): void {
    this.#unsent = unsent;
    for (const listener of this.#listeners) listener();
  }
}

/** A text as the browser keeps it. Each has an item of its own, so that tabs do not overwrite each other. */
interface Kept {
  text: string;
  at: number;
  /** Why the server refused it. */
  failure?: string;
}

/** What is older is sent only if the person wants it: a late message can do harm. */
const maxAgeMs = 24 * 60 * 60 * 1000;

const prefix = "perimeter-outbox";

function storageKey(name: string, key: string): string {
  return `${prefix}/${name}/${key}`;
}

function readUnsent(name: string): UnsentMessage[] {
  const kept: [UnsentMessage, number][] = [];
  const start = storageKey(name, "");
  storage((all) => {
    for (const item of Object.keys(all).filter((candidate) => candidate.startsWith(start))) {
      const { text, at, failure } = JSON.parse(all.getItem(item) ?? "") as Kept;
      const message = { key: item.slice(start.length), text };
      const isOld = Date.now() - at > maxAgeMs;
      const reason = failure ?? (isOld ? "This was not sent." : undefined);
      kept.push([reason ? { ...message, failure: reason } : { ...message, unanswered: true }, at]);
    }
  });
  return kept.sort(([, one], [, other]) => one - other).map(([message]) => message);
}

/** The names of outboxes with kept messages that begin with a text. */
export function keptOutboxes(start: string): string[] {
  const names = new Set<string>();
  storage((all) => {
    for (const item of Object.keys(all)) {
      if (item.startsWith(`${prefix}/${start}`))
        names.add(item.slice(prefix.length + 1, item.lastIndexOf("/")));
    }
  });
  return [...names];
}

/** Storage can be blocked or full; messages are sent without it. */
function storage(use: (all: Storage) => void): void {
  try {
    use(localStorage);
  } catch {
    // nothing is kept
  }
}

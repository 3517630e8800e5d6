import { createStore, del, get, keys, set, type UseStore, update } from "idb-keyval";
import {
  deleteWorkingCopy,
  getWorkingCopy,
  listWorkingCopies,
  putWorkingCopy,
  type WorkingCopyInfo,
} from "@/api/admin/working-copies";
import { ApiError } from "@/api/client";
import type { KeptCopy } from "@/ui/admin/copy-merge";
import type { CopyStore } from "@/ui/admin/working-copy";

/** A copy is sent to the server when nothing was typed for this long, in milliseconds. */
const idleTime = 2000;
/** Somebody who types without a pause is sent this often, in milliseconds: the device may be lost. */
const busyTime = 10_000;
/** How long to wait after the server could not be reached, in milliseconds. */
const retryTime = 10_000;
/** How long a logout waits for the calls of copies, in milliseconds. */
const finishTime = 5000;

/** A copy in this browser. */
interface LocalCopy extends KeptCopy {
  title: string;
  /** When the server stored the same copy; empty if it has not. */
  sentAt: string;
}

interface Waiting {
  kind: string;
  copy: LocalCopy;
  /** Since when something is to be sent, in milliseconds since 1970. */
  since: number;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Keeps working copies in the browser's database at once and on the server after a pause. Every
 * person has their own, also where several people use one browser.
 */
export class WorkingCopyStore implements CopyStore {
  private readonly local: UseStore = createStore("working-copies", "copies");
  /** What is still to be sent, by kind and ID. */
  private readonly waiting = new Map<string, Waiting>();
  /** The calls of one copy run one after another, so that a deletion comes last. */
  private readonly calls = new Map<string, Promise<void>>();

  constructor(
    private readonly username: string,
    /** Called after a copy was stored on the server or deleted there. */
    private readonly onChange: (kind: string) => void,
  ) {}

  async find(kind: string, id: string): Promise<KeptCopy[]> {
    // A copy that is being deleted is not offered.
    await Promise.allSettled(this.calls.values());
    const [local, remote] = await Promise.all([
      this.findLocal(kind, id),
      listWorkingCopies(kind).catch(() => undefined),
    ]);
    const ids = [...local.keys(), ...(remote ?? []).map((info) => info.id)];
    const copies = await Promise.all(
      [...new Set(ids)]
        .filter((candidate) => isCopyOf(candidate, id))
        .map((each) =>
          this.newest(
            kind,
            each,
            local.get(each),
            remote && (remote.find((info) => info.id === each) ?? null),
          ),
        ),
    );
    return copies.filter((copy) => copy !== undefined).sort((a, b) => b.savedAt - a.savedAt);
  }

  async ids(kind: string): Promise<string[]> {
    const [local, remote] = await Promise.all([
      this.findLocal(kind),
      listWorkingCopies(kind).catch(() => []),
    ]);
    return [...new Set([...local.keys(), ...remote.map(({ id }) => id)])];
  }

  keep(kind: string, copy: Omit<KeptCopy, "savedAt">, title: string): void {
    const now = Date.now();
    const kept = { ...copy, title, savedAt: now, sentAt: "" };
    // Without a database in the browser there is still the server's.
    set(this.key(kind, copy.id), kept, this.local).catch(() => {});
    const since = this.waiting.get(nameOf(kind, copy.id))?.since ?? now;
    this.sendLater(kind, kept, Math.min(idleTime, Math.max(0, since + busyTime - now)), since);
  }

  remove(kind: string, id: string): void {
    this.stopWaiting(kind, id);
    del(this.key(kind, id), this.local).catch(() => {});
    this.call(kind, id, () => deleteWorkingCopy(kind, id));
  }

  /** Sends what is waiting at once: the page may end. */
  flush(): void {
    for (const { kind, copy } of [...this.waiting.values()]) this.send(kind, copy);
  }

  async finish(): Promise<void> {
    this.flush();
    const late = new Promise((resolve) => setTimeout(resolve, finishTime));
    await Promise.race([Promise.all(this.calls.values()), late]);
  }

  private sendLater(kind: string, copy: LocalCopy, delay: number, since = Date.now()): void {
    this.stopWaiting(kind, copy.id);
    const timer = setTimeout(() => this.send(kind, copy), delay);
    this.waiting.set(nameOf(kind, copy.id), { kind, copy, since, timer });
  }

  private stopWaiting(kind: string, id: string): void {
    const name = nameOf(kind, id);
    clearTimeout(this.waiting.get(name)?.timer);
    this.waiting.delete(name);
  }

  private send(kind: string, copy: LocalCopy): void {
    const { id, title, basedOn, original, values, savedAt } = copy;
    this.stopWaiting(kind, id);
    this.call(kind, id, async (isLast) => {
      try {
        const sentAt = await putWorkingCopy(kind, id, { title, basedOn, original, values });
        await update<LocalCopy | undefined>(
          this.key(kind, id),
          (now) => (now?.savedAt === savedAt ? { ...now, sentAt } : now),
          this.local,
        );
      } catch (error) {
        // An answer such as "too large" or "not signed in" would be the same again. The next key
        // that is pressed tries again.
        const answered = error instanceof ApiError && error.status < 500;
        const replaced = this.waiting.has(nameOf(kind, id)) || !isLast();
        if (!answered && !replaced) this.sendLater(kind, copy, retryTime);
      }
    });
  }

  /** Runs a call after the earlier ones of the same copy. `isLast` says whether none follows it yet. */
  private call(kind: string, id: string, run: (isLast: () => boolean) => Promise<void>): void {
    const name = nameOf(kind, id);
    const previous = this.calls.get(name);
    const start = () => run(() => this.calls.get(name) === call);
    const call: Promise<void> = (previous ? previous.then(start) : start()).then(
      () => this.onChange(kind),
      () => {}, // the copy stays on the server, and is offered again
    );
    this.calls.set(name, call);
    void call.finally(() => {
      if (this.calls.get(name) === call) this.calls.delete(name);
    });
  }

  /** The copies of a record in this browser, or all of a kind. */
  private async findLocal(kind: string, id?: string): Promise<Map<string, LocalCopy>> {
    const found = new Map<string, LocalCopy>();
    try {
      for (const key of await keys<string[]>(this.local)) {
        const [username, itsKind, itsId = ""] = key;
        if (username !== this.username || itsKind !== kind) continue;
        if (id !== undefined && !isCopyOf(itsId, id)) continue;
        const copy = await get<LocalCopy>(key, this.local);
        if (copy) found.set(itsId, copy);
      }
    } catch {
      // There is no database in this browser, or it is broken.
    }
    return found;
  }

  /** The newer one of the copy here and the one on the server; remote is undefined if unknown. */
  private async newest(
    kind: string,
    id: string,
    local: LocalCopy | undefined,
    remote: WorkingCopyInfo | null | undefined,
  ): Promise<KeptCopy | undefined> {
    if (local && isCurrent(local, remote)) return local;
    if (!remote) {
      // It was saved or discarded on another device.
      if (local) await del(this.key(kind, id), this.local).catch(() => {});
      return undefined;
    }
    try {
      const copy = await getWorkingCopy(kind, id);
      return { ...copy, savedAt: Date.parse(copy.savedAt) };
    } catch {
      return local;
    }
  }

  private key(kind: string, id: string): IDBValidKey {
    return [this.username, kind, id];
  }
}

/** Whether the copy in this browser is the one to offer. */
function isCurrent(local: LocalCopy, remote: WorkingCopyInfo | null | undefined): boolean {
  if (remote === undefined) return true;
  if (local.sentAt !== "") return local.sentAt === remote?.savedAt;
  return remote === null || local.savedAt >= Date.parse(remote.savedAt);
}

function isCopyOf(candidate: string, id: string): boolean {
  return candidate === id || candidate.startsWith(`${id}~`);
}

function nameOf(kind: string, id: string): string {
  return `${kind}/${id}`;
}

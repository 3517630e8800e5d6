import { createStore, del, get, keys, set, type UseStore, update } from "idb-keyval";
import {
  deleteWorkingCopy,
  getWorkingCopy,
  listWorkingCopies,
  putWorkingCopy,
  type WorkingCopyInfo,
} from "@/api/admin/working-copies";
import { ApiError } from "@/api/client";
import { type Fields, isCopyOf, isSame, type KeptCopy } from "./copy-merge";

/** Keeps what is typed, in this browser and on the server. */
export interface CopyStore {
  /** The copies of a record: those with its ID, and with its ID, "~" and a suffix. Newest first. */
  find: (kind: string, id: string) => Promise<KeptCopy[]>;
  /** All copies of a kind without their fields, newest first. */
  list: (kind: string) => Promise<WorkingCopyInfo[]>;
  /**
   * Resolves to whether it is kept, here or on the server. The copy that it continues is removed then:
   * should the page end between the two, it is not offered any more.
   */
  keep: (
    kind: string,
    copy: Omit<KeptCopy, "savedAt">,
    title: string,
    continued?: KeptCopy,
  ) => Promise<boolean>;
  remove: (kind: string, id: string) => void;
  /** Removes a copy that was found, unless somebody has typed on in another tab since. */
  removeFound: (kind: string, copy: KeptCopy) => void;
  /**
   * Sends what is waiting. Resolves when the copies that were found are removed, and the server has
   * answered all calls. Does not wait longer than a few seconds.
   */
  finish: () => Promise<void>;
}

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
  /** When the server stored the version that this one is, or continues; empty if it has none. */
  sentAt: string;
  /** Whether the server has what this copy says. */
  sent: boolean;
  /** What was sent last, perhaps without an answer: the page may have ended before it came. */
  lastSent?: Fields[] | undefined;
  /** The copy that this one continues, as it was then. */
  continued?: Pick<KeptCopy, "id" | "values"> | undefined;
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
  /** The removals of copies that were found. Each looks first whether the copy is unchanged. */
  private readonly removals = new Set<Promise<void>>();
  /** When the server stored the version of a copy that this page has sent or found last. */
  private readonly acknowledged = new Map<string, string>();
  /** What this page has sent last of each copy: one call may be waiting while another runs. */
  private readonly lastSent = new Map<string, Fields[]>();
  /** The copies that those of this page continue. */
  private readonly continued = new Map<string, LocalCopy["continued"]>();

  constructor(
    private readonly username: string,
    /** Called when a copy is kept, and without `info` when it is removed. */
    private readonly onChange: (kind: string, id: string, info?: WorkingCopyInfo) => void,
  ) {}

  async find(kind: string, id: string): Promise<KeptCopy[]> {
    // A copy that is being deleted is not offered.
    await Promise.all(this.removals);
    await Promise.allSettled(this.calls.values());
    const { local, remote } = await this.findBoth(kind, id);
    const ids = [...local.keys(), ...(remote ?? []).map((info) => info.id)];
    const copies = await Promise.all(
      [...new Set(ids)]
        .filter((candidate) => isCopyOf(candidate, id))
        .map((each) =>
          this.current(
            kind,
            each,
            local.get(each),
            remote && (remote.find((info) => info.id === each) ?? null),
          ),
        ),
    );
    return this.withoutContinued(kind, copies.flat()).sort((a, b) => order(b) - order(a));
  }

  /** Leaves out, and removes, what another copy continues: the page that did so has ended too soon. */
  private withoutContinued(kind: string, copies: LocalCopy[]): LocalCopy[] {
    return copies.filter((copy) => {
      const isContinued = copies.some(
        ({ continued }) => continued?.id === copy.id && isSameFields(continued.values, copy.values),
      );
      if (isContinued) this.removeFound(kind, copy);
      return !isContinued;
    });
  }

  async list(kind: string): Promise<WorkingCopyInfo[]> {
    const { local, remote } = await this.findBoth(kind);
    const infos = new Map((remote ?? []).map((info) => [info.id, info]));
    for (const [id, copy] of local) {
      // What the server had and has no more was saved or discarded on another device.
      if (copy.sent && (infos.has(id) || remote)) continue;
      infos.set(id, { ...infoOf(kind, copy), deleted: infos.get(id)?.deleted });
    }
    return [...infos.values()];
  }

  async keep(
    kind: string,
    copy: Omit<KeptCopy, "savedAt">,
    title: string,
    continued?: KeptCopy,
  ): Promise<boolean> {
    const now = Date.now();
    const name = nameOf(kind, copy.id);
    if (continued) this.continued.set(name, { id: continued.id, values: continued.values });
    const sentAt = this.acknowledged.get(name) ?? "";
    const lastSent = this.lastSent.get(name);
    const kept: LocalCopy = {
      ...copy,
      title,
      savedAt: now,
      sentAt,
      sent: false,
      lastSent,
      continued: this.continued.get(name),
    };
    const since = this.waiting.get(name)?.since ?? now;
    this.sendLater(kind, kept, Math.min(idleTime, Math.max(0, since + busyTime - now)), since);
    this.onChange(kind, copy.id, infoOf(kind, kept));
    // Without a database in the browser there is still the server's.
    const isKept = set(this.key(kind, copy.id), kept, this.local).then(
      () => true,
      () => false,
    );
    if (continued) this.removeUnchanged(kind, continued, isKept);
    return isKept;
  }

  remove(kind: string, id: string): void {
    this.stopWaiting(kind, id);
    this.acknowledged.delete(nameOf(kind, id));
    del(this.key(kind, id), this.local).catch(() => {});
    this.call(kind, id, () => deleteWorkingCopy(kind, id));
    this.onChange(kind, id);
  }

  removeFound(kind: string, copy: KeptCopy): void {
    this.removeUnchanged(kind, copy, Promise.resolve());
  }

  private removeUnchanged(kind: string, copy: KeptCopy, after: Promise<unknown>): void {
    const removal = after
      .then(() => this.isUnchanged(kind, copy))
      .then((unchanged) => {
        if (unchanged) this.remove(kind, copy.id);
      });
    this.removals.add(removal);
    void removal.finally(() => this.removals.delete(removal));
  }

  private async isUnchanged(kind: string, { id, values }: KeptCopy): Promise<boolean> {
    const local = await get<LocalCopy>(this.key(kind, id), this.local).catch(() => undefined);
    const stored = local ?? (await getWorkingCopy(kind, id).catch(() => undefined));
    return stored !== undefined && isSameFields(stored.values, values);
  }

  /** Sends what is waiting at once: the page may end. */
  flush(): void {
    for (const { kind, copy } of [...this.waiting.values()]) this.send(kind, copy);
  }

  async finish(): Promise<void> {
    this.flush();
    const late = new Promise((resolve) => setTimeout(resolve, finishTime));
    // Each removal ends by starting a call.
    const removed = Promise.all(this.removals);
    await Promise.race([removed.then(() => Promise.all(this.calls.values())), late]);
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
    const name = nameOf(kind, id);
    this.stopWaiting(kind, id);
    // Whatever is kept from now on says so. What is sent now was kept before.
    this.lastSent.set(name, [...(this.lastSent.get(name) ?? []), values].slice(-3));
    this.call(kind, id, async (isLast) => {
      try {
        const sentAt = await putWorkingCopy(kind, id, { title, basedOn, original, values });
        this.acknowledged.set(name, sentAt);
        await update<LocalCopy | undefined>(
          this.key(kind, id),
          (now) => now && { ...now, sentAt, sent: now.savedAt === savedAt },
          this.local,
        );
      } catch (error) {
        // An answer such as "too large" or "not signed in" would be the same again. The next key
        // that is pressed tries again.
        const answered = error instanceof ApiError && error.status < 500;
        const replaced = this.waiting.has(name) || !isLast();
        if (!answered && !replaced) this.sendLater(kind, copy, retryTime);
      }
    });
  }

  /** Runs a call after the earlier ones of the same copy. `isLast` says whether none follows it yet. */
  private call(kind: string, id: string, run: (isLast: () => boolean) => Promise<void>): void {
    const name = nameOf(kind, id);
    const previous = this.calls.get(name);
    const start = () => run(() => this.calls.get(name) === call);
    const call: Promise<void> = (previous ? previous.then(start) : start()).catch(
      () => {}, // the copy stays on the server, and is offered again
    );
    this.calls.set(name, call);
    void call.finally(() => {
      if (this.calls.get(name) === call) this.calls.delete(name);
    });
  }

  /** The copies of a record, or all of a kind, here and on the server if it answers. */
  private async findBoth(kind: string, id?: string) {
    // One after the other: what was sent before the first look is on the server at the second.
    const local = await this.findLocal(kind, id);
    const remote = await listWorkingCopies(kind).catch(() => undefined);
    return { local, remote };
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

  /**
   * The copy to offer of the one here and the one on the server; remote is undefined if unknown. Both, if
   * each was changed without the other: then the one here gets an ID of its own.
   */
  private async current(
    kind: string,
    id: string,
    local: LocalCopy | undefined,
    remote: WorkingCopyInfo | null | undefined,
  ): Promise<LocalCopy[]> {
    if (local && (remote === undefined || (remote?.savedAt ?? "") === local.sentAt)) {
      this.acknowledged.set(nameOf(kind, id), local.sentAt);
      return [local];
    }
    const unsent = local && !local.sent ? [local] : [];
    if (!remote) {
      // It was saved or discarded on another device, but what was typed here after that was not.
      if (unsent.length === 0) await del(this.key(kind, id), this.local).catch(() => {});
      return unsent;
    }
    try {
      const { savedAt, ...copy } = await getWorkingCopy(kind, id);
      this.acknowledged.set(nameOf(kind, id), savedAt);
      const isOurs = [local?.values, local?.lastSent ?? []]
        .flat()
        .some((sent) => isSameFields(sent, copy.values));
      if (local && isOurs) return [{ ...local, sentAt: savedAt }];
      const { continued } = local ?? {};
      const kept = {
        ...copy,
        savedAt: Date.parse(savedAt),
        sentAt: savedAt,
        sent: true,
        continued,
      };
      if (local && isEarlier(local)) {
        // Unless the form still lives in another tab, and somebody types there.
        const replace = (now?: LocalCopy) => (now && isEarlier(now) ? kept : now);
        await update<LocalCopy | undefined>(this.key(kind, id), replace, this.local).catch(
          () => {},
        );
        return [kept];
      }
      return [kept, ...unsent.map((mine) => this.moveAside(kind, mine))];
    } catch {
      return local ? [local] : [];
    }
  }

  /** Keeps a copy under another ID, because another device has used its own. */
  private moveAside(kind: string, copy: LocalCopy): LocalCopy {
    const moved = { ...copy, id: `${copy.id}~${copy.savedAt.toString(36)}`, sentAt: "" };
    this.stopWaiting(kind, copy.id);
    del(this.key(kind, copy.id), this.local).catch(() => {});
    void this.keep(kind, moved, copy.title);
    return moved;
  }

  private key(kind: string, id: string): IDBValidKey {
    return [this.username, kind, id];
  }
}

/**
 * Whether a copy that the server has was here before the form that made it had sent anything. That form
 * was ended when the server had the next version and the browser's database had not.
 */
function isEarlier({ id, sentAt, lastSent }: LocalCopy): boolean {
  return id.includes("~") && sentAt === "" && !lastSent;
}

/** What the server has not got is the newest; the rest is in the order in which the server got it. */
function order({ sent, sentAt }: LocalCopy): number {
  return sent ? Date.parse(sentAt) : Number.MAX_SAFE_INTEGER;
}

/** Compares fields in any order: the server sorts them. */
function isSameFields(one: Fields | undefined, other: Fields): boolean {
  const names = Object.keys(other);
  if (!one || names.length !== Object.keys(one).length) return false;
  return names.every((name) => isSame(one[name], other[name]));
}

function infoOf(kind: string, { id, title, basedOn, savedAt }: LocalCopy): WorkingCopyInfo {
  return { kind, id, title, basedOn, savedAt: new Date(savedAt).toISOString() };
}

function nameOf(kind: string, id: string): string {
  return `${kind}/${id}`;
}

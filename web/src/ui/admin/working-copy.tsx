import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { type Fields, isSame, type KeptCopy, mergeCopy, type Versions } from "./copy-merge";
import { CopyOffer } from "./copy-offer";

/** Keeps what is typed, in this browser and on the server. */
export interface CopyStore {
  /** The copies of a record: those with its ID, and with its ID, "~" and a suffix. Newest first. */
  find: (kind: string, id: string) => Promise<KeptCopy[]>;
  /** The IDs of all copies of a kind. */
  ids: (kind: string) => Promise<string[]>;
  keep: (kind: string, copy: Omit<KeptCopy, "savedAt">, title: string) => void;
  remove: (kind: string, id: string) => void;
  /**
   * Sends what is waiting. Resolves when the server has answered all calls, or does not answer for a
   * few seconds.
   */
  finish: () => Promise<void>;
}

/** Without a store, nothing is kept. */
export const CopyStoreContext = createContext<CopyStore | null>(null);

export interface WorkingCopyOptions<V extends Fields> {
  kind: string;
  /** The ID of the record; "new" for one that does not exist yet, undefined while it loads. */
  id: string | undefined;
  /** The version of the record that the form is based on; empty for a new one. */
  basedOn?: string | undefined;
  /** What people know the record by. */
  title?: string;
  /** The fields of that version, and as they are in the form now. */
  original: V;
  values: V;
  dirty: boolean;
  /** What people know the fields by. */
  labels: Partial<Record<keyof V & string, string>>;
  /** The ID of a copy to continue with at once. */
  continueWith?: string | undefined;
  /**
   * Puts a copy into the form. If somebody has saved other values in the same fields, basedOn is the
   * version that the copy started from; `began` are the fields of that version.
   */
  onContinue: (values: V, basedOn: string, began: V) => void;
  /** Called after that if somebody has, to choose between both versions. */
  onConflict?: ((versions: Versions<V, V>) => void) | undefined;
}

interface WorkingCopy {
  /** Offers to continue, or null. */
  offer: ReactNode;
  /** To call after the form was saved or discarded. */
  settle: () => void;
}

/**
 * Keeps what is typed into a form until it is saved or discarded, and offers what was kept before.
 * An offer that is not answered stays: what is typed beside it becomes a second copy.
 */
export function useWorkingCopy<V extends Fields>(options: WorkingCopyOptions<V>): WorkingCopy {
  const { kind, id, basedOn = "", original, values, dirty, labels } = options;
  const store = use(CopyStoreContext);
  const [found, setFound] = useState<KeptCopy[]>();
  /** The ID of the copy that keeps this form. */
  const own = useRef<string>(undefined);
  const typed = JSON.stringify(values);
  const started = JSON.stringify(original);
  // What was in the form when it was opened is kept already, or need not be.
  const opened = useRef("");
  const latest = useRef({ ...options, typed });
  latest.current = { ...options, typed };

  useEffect(() => {
    own.current = undefined;
    opened.current = latest.current.typed;
    setFound(undefined);
    if (!store || id === undefined) return;
    let open = true;
    void store.find(kind, id).then((copies) => {
      if (!open) return;
      const { values, original, basedOn = "", continueWith } = latest.current;
      const offered = copies.filter((copy) => {
        if (own.current === copy.id) return false;
        const merged = mergeCopy(copy, original, basedOn);
        if (merged.changed.length === 0) {
          store.remove(kind, copy.id);
          return false;
        }
        // A form that was left without a question continues where it was, such as a chat reply.
        if (!isSame(merged.values, values)) return true;
        own.current ??= copy.id;
        return false;
      });
      const chosen = offered.find((copy) => copy.id === continueWith);
      if (chosen) {
        own.current = chosen.id;
        continueWithCopy(chosen, latest.current);
      }
      setFound(offered.filter((copy) => copy !== chosen));
    });
    return () => {
      open = false;
    };
  }, [store, kind, id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else has to be kept again
  useEffect(() => {
    if (!store || id === undefined || typed === opened.current) return;
    opened.current = "";
    if (!dirty) {
      if (own.current) store.remove(kind, own.current);
      own.current = undefined;
      return;
    }
    // Before the answer has come, or beside other copies, it must not replace one of them.
    own.current ??= found?.length === 0 ? id : `${id}~${Date.now().toString(36)}`;
    const copy = { id: own.current, basedOn, original, values };
    store.keep(kind, copy, latest.current.title ?? "");
  }, [store, kind, id, dirty, typed, started]);

  const settle = useCallback(() => {
    if (store && own.current) store.remove(kind, own.current);
    own.current = undefined;
  }, [store, kind]);

  const resume = (copy: KeptCopy) => {
    const left = own.current;
    own.current = copy.id;
    setFound((all) => [
      // What was typed beside the offer can still be continued.
      ...(left && dirty ? [{ id: left, basedOn, original, values, savedAt: Date.now() }] : []),
      ...(all ?? []).filter((other) => other !== copy),
    ]);
    continueWithCopy(copy, options);
  };
  const discard = (copy: KeptCopy) => {
    store?.remove(kind, copy.id);
    setFound((all) => all?.filter((other) => other !== copy));
  };
  const offers = (found ?? []).flatMap((copy) => {
    const merged = mergeCopy(copy, original, basedOn);
    if (merged.changed.length === 0) return [];
    return (
      <CopyOffer
        key={copy.id}
        savedAt={copy.savedAt}
        conflict={merged.conflict}
        changes={merged.changed.map((name) => ({
          label: labels[name] ?? name,
          before: original[name],
          after: merged.values[name],
        }))}
        onContinue={() => resume(copy)}
        onDiscard={() => discard(copy)}
      />
    );
  });
  return { offer: offers.length > 0 ? <div className="grid gap-3">{offers}</div> : null, settle };
}

function continueWithCopy<V extends Fields>(
  copy: KeptCopy,
  { original, basedOn = "", onContinue, onConflict }: WorkingCopyOptions<V>,
): void {
  const { values, conflict } = mergeCopy(copy, original, basedOn);
  if (!conflict) {
    onContinue(values, basedOn, original);
    return;
  }
  const base = copy.original as V;
  onContinue(values, copy.basedOn, base);
  onConflict?.({ theirs: original, base, mine: values });
}

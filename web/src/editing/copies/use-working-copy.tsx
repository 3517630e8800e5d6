import { type ReactNode, use, useCallback, useEffect, useRef, useState } from "react";
import { type Fields, isSame, type KeptCopy, type MergedCopy, mergeCopy } from "./copy-merge";
import { CopyOffer } from "./copy-offer";
import { announceKept } from "./kept-for-later";
import { CopiesContext } from "./working-copies";

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
  /** Keeps nothing for now: two versions are being compared, and the copy is the base of one. */
  paused?: boolean;
  /** Says nothing when the form is closed, because what was typed stays in it. */
  quiet?: boolean;
  /** Puts a copy into the form. */
  onContinue: (copy: MergedCopy<V>) => void;
}

export interface WorkingCopy {
  /** Offers to continue, or null. */
  offer: ReactNode;
  /** When what was typed was kept last. */
  keptAt: Date | undefined;
  /** To call after the form was saved. */
  settle: () => void;
  /** To call before a form closes whose copy needs no notice. */
  silence: () => void;
}

/**
 * Keeps what is typed into a form until it is saved or discarded, and offers what was kept before.
 * An offer that is not answered stays. A form that is closed with changes says that they are kept.
 * Every open form has a copy of its own, also one that continues with an earlier copy: the same record
 * can be open in another tab or on another device, and neither may overwrite what the other keeps.
 */
export function useWorkingCopy<V extends Fields>(options: WorkingCopyOptions<V>): WorkingCopy {
  const { kind, id, basedOn = "", original, values, dirty, labels, paused = false } = options;
  const copies = use(CopiesContext);
  const store = copies?.store;
  const [found, setFound] = useState<KeptCopy[]>();
  const [keptAt, setKeptAt] = useState<Date>();
  /** The ID of the copy that keeps this form. */
  const own = useRef<string>(undefined);
  /** The copy that this form continues with. The own copy takes its place as soon as it is kept. */
  const continued = useRef<KeptCopy>(undefined);
  const typed = JSON.stringify(values);
  const started = JSON.stringify(original);
  // What was in the form when it was opened is kept already, or need not be.
  const opened = useRef("");
  const latest = useRef({ ...options, typed, copies });
  latest.current = { ...options, typed, copies };

  useEffect(() => {
    own.current = continued.current = undefined;
    opened.current = latest.current.typed;
    setFound(undefined);
    if (!store || id === undefined) return;
    let open = true;
    void store.find(kind, id).then((kept) => {
      if (!open) return;
      const { values, original, basedOn = "", onContinue, copies } = latest.current;
      const wanted = copies?.claim(kind, id);
      const offered = kept.filter((copy) => {
        if (own.current === copy.id) return false;
        const merged = mergeCopy(copy, original, basedOn);
        if (merged.changed.length === 0) {
          store.removeFound(kind, copy);
          return false;
        }
        // A form that was left with its text continues where it was, such as a chat reply.
        if (!isSame(merged.values, values)) return true;
        own.current ??= copy.id;
        return false;
      });
      const chosen = offered.find((copy) => copy.id === wanted);
      if (chosen) {
        own.current = undefined;
        continued.current = chosen;
        opened.current = "";
        onContinue(mergeCopy(chosen, original, basedOn));
      }
      setFound(offered.filter((copy) => copy !== chosen));
    });
    return () => {
      open = false;
    };
  }, [store, kind, id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else has to be kept again
  useEffect(() => {
    if (!store || id === undefined || paused || typed === opened.current) return;
    opened.current = "";
    const replaced = continued.current;
    continued.current = undefined;
    if (!dirty) {
      if (own.current) store.remove(kind, own.current);
      if (replaced) store.removeFound(kind, replaced);
      own.current = undefined;
      setKeptAt(undefined);
      return;
    }
    own.current ??= newCopyId(id);
    const copy = { id: own.current, basedOn, original, values };
    void store.keep(kind, copy, latest.current.title ?? "", replaced).then((kept) => {
      if (kept) setKeptAt(new Date());
    });
  }, [store, kind, id, dirty, paused, typed, started]);

  const settle = useCallback(() => {
    if (store && own.current) store.remove(kind, own.current);
    if (store && continued.current) store.removeFound(kind, continued.current);
    own.current = continued.current = undefined;
    setKeptAt(undefined);
  }, [store, kind]);

  const silent = useRef(false);
  const search = useRef(location.search);
  useEffect(
    () => () => {
      const { dirty, quiet, copies } = latest.current;
      if (!copies || copies.isSilent()) return;
      if (!own.current || !dirty || quiet || silent.current) return;
      announceKept(copies, { kind, id: own.current, search: search.current });
    },
    [kind],
  );

  const resume = (copy: KeptCopy) => {
    const left = own.current;
    own.current = undefined;
    continued.current = copy;
    opened.current = "";
    setFound((all) => [
      // What was typed beside the offer can still be continued.
      ...(left && dirty ? [{ id: left, basedOn, original, values, savedAt: Date.now() }] : []),
      ...(all ?? []).filter((other) => other !== copy),
    ]);
    options.onContinue(mergeCopy(copy, original, basedOn));
  };
  const discard = (copy: KeptCopy) => {
    store?.removeFound(kind, copy);
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
  return {
    offer: offers.length > 0 ? <div className="grid gap-3">{offers}</div> : null,
    keptAt,
    settle,
    silence: () => {
      silent.current = true;
    },
  };
}

/** An ID that no other copy of the record has. */
function newCopyId(id: string): string {
  return `${id}~${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
}

import { type ReactNode, useState } from "react";
import { lazyPart } from "@/ui/admin/lazy-part";
import { type ConflictField, mergeVersions, type Versions } from "./conflict-fields";

// Word diffs are needed rarely, and their library is large.
const ConflictView = lazyPart(async () => (await import("./conflict-view")).ConflictView, {
  label: "Comparing both versions...",
});

interface Open<V> {
  versions: Versions<V>;
  fields: ConflictField[];
  accept: (merged: V) => void;
}

interface Conflict<V> {
  /** Both versions to choose from; undefined if there is no conflict. */
  view: ReactNode | undefined;
  /** Shows both versions; `accept` gets what was chosen. */
  show: (versions: Versions<V>, fields: ConflictField[], accept: (merged: V) => void) => void;
  /** Ends the conflict if everything was chosen, and calls `then` with the merged values. */
  finish: (then: (merged: V) => void) => void;
}

/** Lets people merge their version with the one that somebody else has saved meanwhile. */
export function useConflict<V extends Record<string, unknown>>(): Conflict<V> {
  const [open, setOpen] = useState<Open<V>>();
  const [chosen, setChosen] = useState<Record<string, unknown>>({});
  const [asked, setAsked] = useState(false);
  const undecided = open?.fields.find(({ name }) => !(name in chosen));
  const finish = (then: (merged: V) => void) => {
    if (!open) return;
    if (undecided) {
      setAsked(true);
      return;
    }
    const merged = mergeVersions(open.versions, chosen);
    setOpen(undefined);
    open.accept(merged);
    then(merged);
  };
  return {
    show: (versions, fields, accept) => {
      setChosen({});
      setAsked(false);
      setOpen({ versions, fields, accept });
    },
    finish,
    view: open && (
      <ConflictView
        fields={open.fields}
        undecided={asked ? undecided?.name : undefined}
        onChoose={(name, value) => setChosen((now) => ({ ...now, [name]: value }))}
        onContinue={() => finish(() => {})}
      />
    ),
  };
}

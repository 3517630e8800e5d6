/** A change that can be taken back, and the toast that says so. */
export interface LastChange {
  versions: readonly number[];
  toastId: number;
}

/** Five seconds of the toast and two minutes of the line, in milliseconds. */
const OFFERED_FOR = 125_000;

let last: LastChange | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** The last change of this page, for the line that outlives its toast. */
export const lastChange = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): LastChange | undefined => last,
  set(change: LastChange | undefined): void {
    last = change;
    clearTimeout(timer);
    if (change) timer = setTimeout(() => lastChange.set(undefined), OFFERED_FOR);
    for (const listener of listeners) listener();
  },
};

/** The classes of text boxes and selects. */
export const controlClass =
  "block w-full min-w-0 rounded-xl border-2 border-edge bg-paper px-3.5 py-2 text-ink placeholder:text-soft disabled:opacity-60";

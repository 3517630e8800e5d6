import { useState } from "react";
import type { Path, PathValue, UseFormReturn } from "react-hook-form";

export const deletedNotice =
  "Somebody has deleted this meanwhile. Save again to create it with your text.";

interface Recreate {
  /** To call when the server has answered that there is no such record. */
  start: () => void;
  /** What to do now; undefined while the record exists. */
  notice: string | undefined;
}

/** Lets a form create its record again after somebody else has deleted it, with what is typed. */
export function useRecreate<V extends { id?: number; basedOn?: string }>(
  form: UseFormReturn<V>,
): Recreate {
  const [deleted, setDeleted] = useState(false);
  const forget = (name: "id" | "basedOn") =>
    form.setValue(name as Path<V>, undefined as PathValue<V, Path<V>>);
  return {
    start: () => {
      if (form.getValues().id === undefined) return;
      forget("id");
      forget("basedOn");
      setDeleted(true);
    },
    notice: deleted ? deletedNotice : undefined,
  };
}

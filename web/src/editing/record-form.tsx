import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { z } from "zod/mini";
import { errorText, isDeleted, neverSaved, ruleText, storedIn } from "@/api/admin/client";
import { ApiError, type Envelope, type Failure } from "@/api/client";
import { problemsWith } from "@/domain/admin/schemas";
import { type ToastMessage, toastError, toasts } from "@/ui/admin/toasts";
import { conflictFields, isEqual, mergeVersions } from "./conflict/conflict-fields";
import { useConflict } from "./conflict/use-conflict";
import { useWorkingCopy } from "./copies/use-working-copy";
import { markInvalid, markRefused, type Refusal } from "./form-errors";
import { toastSaved } from "./undo/saved-toast";

export const deletedNotice =
  "Somebody has deleted this meanwhile. Save again to create it with your text.";

/** What a save is based on. */
export interface Base<R> {
  /** The record as it was seen last; undefined for a new one. */
  record: R | undefined;
  /** Whether somebody has deleted it since, so that a save creates it again. */
  deleted: boolean;
  /** What tells the server which record, and which version of it, is changed. Empty for a new one. */
  version: { id?: number; basedOn?: string };
}

export interface RecordFormOptions<R extends object, V extends FieldValues, E extends object> {
  /** The kind of its working copies, and the ID that they have; "new" for a new record. */
  kind: string;
  copyId: string;
  /** The record as it was seen last; undefined for a new one. */
  record: R | undefined;
  /** Gets the record as it is now: null if it was deleted. The form waits for it. */
  load?: ((client: QueryClient) => Promise<R | null | undefined>) | undefined;
  /** What people know the record by. */
  titleOf?: (values: V) => string;
  /** The rules that an edit is checked by before it is sent. */
  schema?: z.core.$ZodType;
  /** What people know the fields by. Fields without a label are neither kept nor compared. */
  labels: Partial<Record<keyof V & string, string>>;
  valuesOf: (record: R | undefined) => V;
  editOf: (values: V, base: Base<R>) => E;
  /** The name of a field in this form, by its name in the API. */
  fieldOf?: (field: string) => string;
  save: {
    isPending: boolean;
    mutate: (
      edit: E,
      options: {
        onSuccess: (envelope: Envelope<unknown>) => void;
        onError: (error: Error) => void;
      },
    ) => void;
  };
  /** The record as a save has stored it, for a form that stays open. */
  savedRecord?: (envelope: Envelope<unknown>, client: QueryClient) => R | undefined;
  /** The toast of a save; a form that opens something else has none. */
  success?: (envelope: Envelope<unknown>) => Omit<ToastMessage, "action" | "variant">;
  failure: {
    /** The title of the toast; without one, the form shows what is wrong. */
    title?: string;
    /** Said if the server gave no reason. */
    text: string;
    /** Said instead of the rule if a required field is empty. */
    missing?: string;
    /** The toast always has the text, and the form shows what is wrong. */
    fixed?: boolean;
  };
  onSaved?: (envelope: Envelope<unknown>) => void;
}

/** Where a form is between opening and closing. */
export type FormState =
  | { name: "loading" | "editing" | "saving" }
  /** With the reason, unless a field or the toast says it. */
  | { name: "refused" | "conflict"; message: string | undefined }
  | { name: "deleted"; message: string };

export interface RecordForm<V extends FieldValues, R = unknown> {
  fields: UseFormReturn<V>;
  values: V;
  /** The version of the record that the form is based on. */
  record: R | undefined;
  state: FormState;
  dirty: boolean;
  /** When what was typed was kept last. */
  keptAt: Date | undefined;
  /** Offers to continue with what was typed before. */
  offer: ReactNode;
  /** Both versions to choose from, in place of the fields; undefined if there is no conflict. */
  conflict: ReactNode | undefined;
  /** What a save would send. */
  edit: object;
  /** Why the value of a field was refused. */
  errorOf: (name: string) => string | undefined;
  /** Changes a field that is not a text box. */
  set: <N extends Path<V>>(name: N, value: PathValue<V, N>) => void;
  submit: (event?: FormEvent) => void;
  onInvalid: (event: FormEvent) => void;
  /** To call before the form closes because its record was restored. */
  silence: () => void;
}

/**
 * A form that edits a record: it loads the current version, keeps what is typed, checks it, saves it,
 * and merges it with what somebody else has saved meanwhile.
 */
export function useRecordForm<R extends object, V extends FieldValues, E extends object>(
  options: RecordFormOptions<R, V, E>,
): RecordForm<V, R> {
  const { kind, copyId, labels, valuesOf, save, load } = options;
  const client = useQueryClient();
  const [state, setState] = useState<FormState>({ name: load ? "loading" : "editing" });
  // Refs, because a save can follow another one before the next render.
  const base = useRef<Base<R>>(undefined as unknown as Base<R>);
  base.current ??= baseOf(options.record);
  const began = useRef<V>(undefined as unknown as V);
  began.current ??= valuesOf(options.record);
  const fields = useForm<V>({ defaultValues: began.current as DefaultValues<V> });
  const { isDirty, errors } = fields.formState;
  const values = fields.watch();
  const conflict = useConflict<V>();
  const failureToast = useRef<number>(undefined);
  const loading = state.name === "loading";

  /** Continues from a version of the record, with other values. */
  const rebase = (record: R | undefined, typed: V = valuesOf(record)) => {
    base.current = baseOf(record);
    began.current = valuesOf(record);
    fill(typed);
  };
  const fill = (typed: V) => {
    fields.reset(began.current);
    for (const name of Object.keys(typed)) {
      if (!isEqual(typed[name], began.current[name])) set(name as Path<V>, typed[name]);
    }
  };
  const set = <N extends Path<V>>(name: N, value: PathValue<V, N>) =>
    fields.setValue(name, value, { shouldDirty: true });
  const markDeleted = () => {
    base.current = { record: base.current.record, deleted: true, version: {} };
    setState({ name: "deleted", message: deletedNotice });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: one request for one form
  useEffect(() => {
    if (!load) return;
    let open = true;
    load(client)
      .then((record) => {
        if (!open) return;
        setState({ name: "editing" });
        const mine = fields.getValues();
        // A picture can have been chosen before.
        const touched = !isEqual(mine, began.current);
        if (record && touched) compare(record, { base: began.current, mine });
        else if (record) rebase(record);
        else if (record === null) markDeleted();
      })
      // The form opens with the version that was seen last: an outdated one is refused.
      .catch(() => open && setState({ name: "editing" }));
    return () => {
      open = false;
    };
  }, []);

  const pick = (all: object) =>
    Object.fromEntries(Object.keys(labels).map((name) => [name, (all as V)[name]])) as Partial<V>;
  const copy = useWorkingCopy<Partial<V>>({
    kind,
    id: loading ? undefined : copyId,
    basedOn: base.current.version.basedOn,
    title: options.titleOf?.(values) ?? "",
    labels,
    original: pick(began.current),
    values: pick(values),
    dirty: isDirty,
    paused: conflict.view !== undefined,
    onContinue: (kept) => {
      const mine = { ...began.current, ...kept.values };
      if (!kept.conflict) {
        fill(mine);
        return;
      }
      const { record } = base.current;
      compare(record, { base: { ...began.current, ...kept.base }, mine });
    },
  });

  /** Merges with their version; returns whether nothing has to be chosen. */
  const compare = (theirs: R | undefined, { base: from, mine }: { base: V; mine: V }): boolean => {
    const versions = { theirs: valuesOf(theirs), base: from, mine };
    const differing = conflictFields(versions, labels);
    if (differing.length === 0) {
      rebase(theirs, mergeVersions(versions, {}));
      return true;
    }
    setState({ name: "conflict", message: undefined });
    conflict.show(versions, differing, (merged) => {
      setState({ name: "editing" });
      rebase(theirs, merged);
      // What it says is settled.
      if (failureToast.current !== undefined) toasts.dismiss(failureToast.current);
    });
    return false;
  };

  const isSaidInForm = options.failure.fixed || !options.failure.title;
  const toastFailure = (message: string) => {
    const { failure } = options;
    failureToast.current = failure.title
      ? toastError(failure.title, failure.fixed ? failure.text : message)
      : undefined;
  };
  const refuse = (refused: Refusal[], message: string) => {
    const { fieldOf = (field) => field } = options;
    const named = refused.map(({ field, rule }) => ({ field: fieldOf(field), rule }));
    const unknown = markRefused(fields, named).length > 0;
    setState({ name: "refused", message: unknown || isSaidInForm ? message : undefined });
    toastFailure(message);
  };

  const send = (): void => {
    const edit = options.editOf(fields.getValues(), base.current);
    const problems = options.schema ? problemsWith(options.schema, edit) : [];
    const [first] = problems;
    if (first) {
      const { missing } = options.failure;
      const isMissing = problems.some(({ rule }) => rule === "is required") && missing;
      refuse(problems, isMissing || ruleText(first.field, first.rule));
      return;
    }
    setState({ name: "saving" });
    save.mutate(edit, {
      onSuccess: (envelope) => {
        setState({ name: "editing" });
        copy.settle();
        const saved = options.savedRecord?.(envelope, client);
        if (saved) rebase(saved);
        if (options.success) toastSaved(options.success(envelope), envelope);
        options.onSaved?.(envelope);
      },
      onError: (error) => {
        const theirs = storedIn<R>(error);
        if (theirs) {
          const mine = fields.getValues();
          if (compare(theirs, { base: began.current, mine })) send();
          else {
            if (isSaidInForm) setState({ name: "conflict", message: textOf(error) });
            toastFailure(textOf(error));
          }
          return;
        }
        if (isDeleted(error) && base.current.version.id !== undefined) {
          toastFailure(textOf(error));
          markDeleted();
          return;
        }
        const body: Failure = error instanceof ApiError ? error.body : {};
        const { field, rule, message = "" } = body;
        refuse(field ? [{ field, rule: rule ?? message }] : [], textOf(error));
      },
    });
  };
  const textOf = (error: unknown) => errorText(error, options.failure.text);

  return {
    fields,
    values,
    record: base.current.record,
    state: save.isPending ? { name: "saving" } : state,
    dirty: isDirty,
    keptAt: copy.keptAt,
    offer: copy.offer,
    conflict: conflict.view,
    edit: options.editOf(values, base.current),
    errorOf: (name) => (get(errors, name) as FieldError | undefined)?.message,
    set,
    submit: (event) => {
      event?.preventDefault();
      // The form can be inside another one, to which React would propagate the event.
      event?.stopPropagation();
      if (save.isPending || loading) return;
      if (conflict.view) conflict.finish(() => send());
      else send();
    },
    onInvalid: (event) => markInvalid(fields, event),
    silence: copy.silence,
  };
}

function baseOf<R extends object>(record: R | undefined): Base<R> {
  if (!record) return { record, deleted: false, version: {} };
  const { id, updatedAt: basedOn = neverSaved } = record as { id?: unknown; updatedAt?: string };
  return { record, deleted: false, version: { ...(typeof id === "number" && { id }), basedOn } };
}

/** The data of a response, for forms that go on from it. */
export function dataOf<R>({ data }: Envelope<unknown>): R | undefined {
  return data as R | undefined;
}

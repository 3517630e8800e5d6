import { Info } from "lucide-react";
import { type ReactNode, useId } from "react";

interface FormFieldProps {
  label: string;
  /** Marks the label with an asterisk. */
  required?: boolean;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
  hint?: ReactNode;
  /** Notes on the value; they do not prevent saving. */
  notes?: string[];
  /** Why the value was refused. */
  error?: string;
  children: (control: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": true | undefined;
  }) => ReactNode;
}

/** A control with label, hint, notes and error. */
export function FormField({
  label,
  required = false,
  optional = false,
  hint,
  notes = [],
  error,
  children,
}: FormFieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const notesId = `${id}-notes`;
  const errorId = `${id}-error`;
  const described = [error && errorId, hint && hintId, notes.length > 0 && notesId]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 inline-block font-semibold">
        {label}
        {required && <span aria-hidden="true"> *</span>}
        {optional && (
          <span aria-hidden="true" className="font-normal text-soft">
            {" "}
            (optional)
          </span>
        )}
      </label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      <ErrorLine id={errorId} error={error} />
      {hint && (
        <div id={hintId} className="mt-1.5 text-sm text-soft">
          {hint}
        </div>
      )}
      <FieldNotes id={notesId} notes={notes} />
    </div>
  );
}

/** Why the value of a control was refused, below it. */
export function ErrorLine({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={id} className="mt-1.5 font-semibold text-bad text-sm">
      {error}
    </p>
  );
}

/** Notes below a control, announced to screen readers. */
export function FieldNotes({ id, notes }: { id?: string; notes: string[] }) {
  return (
    // role without aria-live, because modal dialogs do not hide elements with aria-live.
    <div id={id} role="status">
      {notes.length > 0 && (
        <ul className="mt-2 grid gap-1.5 rounded-lg border border-line bg-sunken p-3 text-sm">
          {notes.map((note) => (
            <li key={note} className="flex gap-2">
              <Info aria-hidden className="mt-0.5 size-4 flex-none text-accent" />
              <span>{note}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { clsx } from "clsx";
import { type ComponentProps, useId } from "react";
import { controlClass } from "./control-class";

interface FieldProps extends ComponentProps<"input"> {
  label: string;
  /** The validation error. */
  error?: string;
}

/** A text box with label and validation error. */
export function Field({ label, error, className, type = "text", ...props }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <input
        id={id}
        type={type}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        className={clsx(controlClass, "min-h-12 aria-invalid:border-bad")}
        {...props}
      />
      {error && (
        <p id={errorId} className="mt-1.5 text-compact font-semibold text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

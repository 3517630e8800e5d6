import type { ComponentProps, ReactNode } from "react";
import { FormField } from "./form-field";
import { Input } from "./input";

interface TextFieldProps extends ComponentProps<"input"> {
  label: string;
  /** Marks the label with an asterisk. */
  asterisk?: boolean;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
  hint?: ReactNode;
  /** Notes on the value; they do not prevent saving. */
  notes?: string[];
  /** Why the value was refused. */
  error?: string;
  /** What stands between the label and the box. */
  children?: ReactNode;
}

/** A text box for one line with label, hint, notes and error. */
export function TextField({
  label,
  asterisk,
  optional,
  hint,
  notes,
  error,
  children,
  ...props
}: TextFieldProps) {
  return (
    <FormField {...{ label, optional, hint, notes, error }} required={asterisk}>
      {(control) => (
        <>
          {children}
          <Input {...control} {...props} />
        </>
      )}
    </FormField>
  );
}

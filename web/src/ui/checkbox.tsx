import type { ComponentProps } from "react";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: string;
}

/** A checkbox with a label, large enough for touch. */
export function Checkbox({ label, ...props }: CheckboxProps) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-3">
      <input type="checkbox" className="size-5 accent-primary-fill" {...props} />
      {label}
    </label>
  );
}

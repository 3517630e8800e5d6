import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "../control-class";

/** A box for one line of text. */
export function Input({ className, ...props }: ComponentProps<"input">) {
  return (
    <input className={clsx(controlClass, "min-h-11 read-only:bg-sunken", className)} {...props} />
  );
}

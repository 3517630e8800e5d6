import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlStyle } from "../control";

/** A box for one line of text. */
export function Input({ className, ...props }: ComponentProps<"input">) {
  return (
    <input className={clsx(controlStyle, "min-h-11 read-only:bg-sunken", className)} {...props} />
  );
}

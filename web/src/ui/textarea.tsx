import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class";

/** A box for text of several lines. */
export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea className={clsx(controlClass, "resize-y leading-normal", className)} {...props} />
  );
}

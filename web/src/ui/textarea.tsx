import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlStyle } from "./control";

/** A box for text of several lines. */
export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea className={clsx(controlStyle, "resize-y leading-normal", className)} {...props} />
  );
}

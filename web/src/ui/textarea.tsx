import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class";

/**
 * A box for text of several lines. Without `rows` the class gives a height of 80 to 120 px; pixels,
 * because the root font is larger than 16 px.
 */
export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea className={clsx(controlClass, "resize-y leading-normal", className)} {...props} />
  );
}

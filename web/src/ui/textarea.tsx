import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class";

interface TextareaProps extends ComponentProps<"textarea"> {
  /** Whether people can change its height. */
  resizable?: boolean;
}

/**
 * A text box for several lines. Without `rows` the class gives a height of 80 to 120 px; pixels,
 * because the root font is larger than 16 px.
 */
export function Textarea({ resizable = true, className, ...props }: TextareaProps) {
  return (
    <textarea
      className={clsx(
        controlClass,
        resizable ? "resize-y" : "resize-none",
        "leading-normal",
        className,
      )}
      {...props}
    />
  );
}

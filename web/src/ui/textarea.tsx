import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class";

interface TextareaProps extends ComponentProps<"textarea"> {
  /** Whether people can change its height. */
  resizable?: boolean;
}

/** A text box for several lines. */
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

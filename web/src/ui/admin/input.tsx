import type { ComponentProps } from "react";
import { controlClass } from "../control-class";
import { cn } from "./class-names";

/** A text box for one line. */
export function Input({ className, ...props }: ComponentProps<"input">) {
  return (
    <input className={cn(controlClass, "min-h-11 read-only:bg-sunken", className)} {...props} />
  );
}

import type { ComponentProps } from "react";
import { cn } from "./class-names";

/** A button that looks like a link, for what is offered often and used seldom. */
export function QuietButton({ className, ...props }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      className={cn(
        "inline-flex min-h-11 items-center text-left text-sm text-soft underline decoration-edge underline-offset-4 hover:text-ink disabled:opacity-60 pointer-fine:min-h-8",
        className,
      )}
      {...props}
    />
  );
}

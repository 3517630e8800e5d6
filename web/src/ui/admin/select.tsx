import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlClass } from "../control-class";
import { cn } from "./class-names";

/** The native select, which works best on phones and with screen readers. */
export function Select({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <span className={cn("relative block", className)}>
      <select className={cn(controlClass, "min-h-11 appearance-none pr-10")} {...props}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-soft"
      />
    </span>
  );
}

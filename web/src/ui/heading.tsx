import { clsx } from "clsx";
import type { ReactNode } from "react";

interface HeadingProps {
  id?: string;
  className?: string;
  children: ReactNode;
}

/** The heading of a section. */
export function Heading({ id, className, children }: HeadingProps) {
  return (
    <h2 id={id} className={clsx("text-title", className)}>
      {children}
    </h2>
  );
}

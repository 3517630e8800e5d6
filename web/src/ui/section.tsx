import { clsx } from "clsx";
import type { ReactNode } from "react";

const variants = {
  paper: "",
  sunken: "bg-sunken",
  surface: "bg-surface",
  pine: "band-pine",
  clay: "band-clay",
};

interface SectionProps {
  variant?: keyof typeof variants;
  /** Id of the heading that names the section. */
  labelledBy?: string;
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A full-width section of a page. */
export function Section({ variant = "paper", labelledBy, id, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={clsx("section", variants[variant])}>
      <div className={clsx("wrap", className)}>{children}</div>
    </section>
  );
}

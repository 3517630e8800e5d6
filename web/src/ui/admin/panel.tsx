import { type ReactNode, useId } from "react";
import { cn } from "./class-names";

interface PanelProps {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A card of the dashboard with heading, actions and content. */
export function Panel({ title, description, actions, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cn("rounded-2xl border border-line bg-surface p-3.5 sm:p-6", className)}
    >
      <header className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id={id} className="text-2xl">
            {title}
          </h2>
          {description && <p className="mt-1 text-soft">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

import { type ReactNode, type Ref, useId } from "react";
import { cn } from "./class-names";

interface PanelProps {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
  /** For a panel that gets the focus when something opens it. */
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A card of the dashboard with heading, actions and content. */
export function Panel({ title, description, actions, className, ref, children }: PanelProps) {
  const id = useId();
  return (
    <section
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      aria-labelledby={id}
      className={cn(
        "scroll-mt-4 rounded-2xl border border-line bg-surface p-[min(0.875rem,5vw)] outline-none sm:p-6",
        className,
      )}
    >
      <header className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="wrap-anywhere">
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

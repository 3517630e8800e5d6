import { type ReactNode, type Ref, useId } from "react";
import { cn } from "./class-names";
import { useHelp } from "./help";

interface PanelProps {
  title: ReactNode;
  description?: ReactNode;
  /** Two or three sentences about it in plain words, behind a *?* button. */
  help?: string;
  actions?: ReactNode;
  className?: string;
  /** For a panel that gets the focus when something opens it. */
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A card of the dashboard with heading, actions and content. */
export function Panel(props: PanelProps) {
  const { title, description, actions, className, ref, children } = props;
  const id = useId();
  const help = useHelp(props.help);
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
          <div className="flex items-center gap-1">
            <h2 id={id} className="text-2xl">
              {title}
            </h2>
            {help.button}
          </div>
          {description && <p className="mt-1 text-soft">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </header>
      {help.text && <div className="mb-5 overflow-hidden rounded-xl">{help.text}</div>}
      {children}
    </section>
  );
}

import { type ReactNode, useId } from "react";

interface AccountSectionProps {
  title: string;
  /** A status beside the title. */
  status?: ReactNode;
  description?: ReactNode;
  children: ReactNode;
}

/** One section of the account sheet. */
export function AccountSection({ title, status, description, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="text-lg">
          {title}
        </h3>
        {status}
      </div>
      {description && <p className="mt-1 text-sm text-soft">{description}</p>}
      <div className="mt-4 grid gap-4">{children}</div>
    </section>
  );
}

import type { ReactNode } from "react";

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  /** Announces the message when it replaces a loading indicator. */
  role?: "alert" | "status";
}

/** A message in place of content that does not exist yet or could not be loaded. */
export function EmptyState({ icon, title, children, role }: EmptyStateProps) {
  return (
    <div
      role={role}
      className="mx-auto flex max-w-xl flex-col items-center rounded-3xl border border-line bg-surface px-6 py-12 text-center"
    >
      <span className="mb-4 text-accent [&_svg]:size-9" aria-hidden="true">
        {icon}
      </span>
      <p className="font-display text-xl font-bold">{title}</p>
      {children && <div className="mt-2 text-soft">{children}</div>}
    </div>
  );
}

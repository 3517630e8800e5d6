import type { ReactNode } from "react";

interface PlaceholderLinkProps {
  className?: string;
  children: ReactNode;
}

/** A link whose target does not exist yet. It says so and leads nowhere. */
export function PlaceholderLink({ className, children }: PlaceholderLinkProps) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a placeholder link is an anchor without a target
    <a role="link" aria-disabled="true" className={className}>
      {children}
    </a>
  );
}

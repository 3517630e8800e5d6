import type { ReactNode } from "react";

/** Id of the text that describes links without a target; the layout renders it once. */
export const notAvailableNoteId = "not-available-yet";

interface PlaceholderLinkProps {
  className?: string;
  children: ReactNode;
}

/**
 * A link whose target does not exist yet. It can be focused and clicked and has a description, but
 * as an anchor without href it does nothing.
 */
export function PlaceholderLink({ className, children }: PlaceholderLinkProps) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a placeholder link is an anchor without a target
    <a role="link" tabIndex={0} aria-describedby={notAvailableNoteId} className={className}>
      {children}
    </a>
  );
}

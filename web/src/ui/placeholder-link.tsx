import type { ReactNode } from "react";

/** Id of the sentence that describes links without a target; the layout renders it once. */
export const notAvailableNoteId = "not-available-yet";

interface PlaceholderLinkProps {
  className?: string;
  children: ReactNode;
}

/**
 * A link whose target does not exist yet. Mouse and keyboard reach it like any other and it says what
 * it is; as an anchor without an address it leads nowhere, with and without scripts.
 */
export function PlaceholderLink({ className, children }: PlaceholderLinkProps) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a placeholder link is an anchor without a target
    <a role="link" tabIndex={0} aria-describedby={notAvailableNoteId} className={className}>
      {children}
    </a>
  );
}

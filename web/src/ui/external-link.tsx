import type { ComponentProps } from "react";

/** Id of the sentence that describes links which open a new tab; the layout renders it once. */
export const newTabNoteId = "opens-in-new-tab";

interface ExternalLinkProps extends ComponentProps<"a"> {
  href: string;
}

/** A link to another site, in a tab of its own. */
export function ExternalLink(props: ExternalLinkProps) {
  return <a target="_blank" rel="noopener" aria-describedby={newTabNoteId} {...props} />;
}

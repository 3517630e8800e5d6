import type { ComponentProps } from "react";

/** Id of the text that describes links to a new tab; the layout renders it once. */
export const newTabNoteId = "opens-in-new-tab";

interface ExternalLinkProps extends ComponentProps<"a"> {
  href: string;
}

/** A link to another site, opened in a new tab. */
export function ExternalLink(props: ExternalLinkProps) {
  return <a target="_blank" rel="noopener" aria-describedby={newTabNoteId} {...props} />;
}

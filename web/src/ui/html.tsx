import type { Ref } from "react";
import { adaptStoredHtml } from "@/lib/stored-html";

interface HtmlProps {
  /** HTML that the server has sanitized. */
  html: string;
  className?: string;
  ref?: Ref<HTMLDivElement>;
}

/** Renders stored HTML. */
export function Html({ html, ...props }: HtmlProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes HTML when it is saved
  return <div {...props} dangerouslySetInnerHTML={{ __html: adaptStoredHtml(html) }} />;
}

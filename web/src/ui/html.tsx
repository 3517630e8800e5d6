import type { Ref } from "react";
import { adaptStoredHtml } from "@/lib/stored-html";

interface HtmlProps {
  /** Markup that the server has made safe. */
  html: string;
  className?: string;
  ref?: Ref<HTMLDivElement>;
}

/** Shows stored markup. */
export function Html({ html, ...props }: HtmlProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server cleans markup when it is saved
  return <div {...props} dangerouslySetInnerHTML={{ __html: adaptStoredHtml(html) }} />;
}

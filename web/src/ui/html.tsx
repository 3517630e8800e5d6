import type { Ref } from "react";
import { adaptStoredHtml } from "@/lib/stored-html";

interface HtmlProps {
  /** Markup that the server has made safe. */
  html: string;
  className?: string;
  ref?: Ref<HTMLDivElement>;
}

/** Shows stored markup, which cannot cover anything outside its element. */
export function Html({ html, className = "", ...props }: HtmlProps) {
  const markup = { __html: adaptStoredHtml(html) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server cleans markup when it is saved
  return <div {...props} className={`contained ${className}`} dangerouslySetInnerHTML={markup} />;
}

import type { Ref } from "react";
import { adaptStoredHtml } from "@/lib/stored-html";
import { trustedHtml } from "@/lib/trusted-html";

interface HtmlProps {
  /** HTML that the server has sanitized. */
  html: string;
  className?: string;
  ref?: Ref<HTMLDivElement>;
}

/** Renders stored HTML, which cannot cover anything outside its element. */
export function Html({ html, className = "", ...props }: HtmlProps) {
  const markup = { __html: trustedHtml(adaptStoredHtml(html)) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes HTML when it is saved
  return <div {...props} className={`contained ${className}`} dangerouslySetInnerHTML={markup} />;
}

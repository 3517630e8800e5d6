interface HtmlProps {
  /** Markup that the server has made safe. */
  html: string;
  className?: string;
}

/** Shows stored markup as it is. */
export function Html({ html, className }: HtmlProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server cleans markup when it is saved
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}

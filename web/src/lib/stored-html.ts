/**
 * Adapts stored HTML to the page around it: h1 becomes h2, because the page has an h1 already, and
 * tables get a scrollable wrapper that the keyboard can reach. Frames load lazily. The server has sanitized the HTML, so
 * every "<" in it starts a tag.
 */
export function adaptStoredHtml(html: string): string {
  return html
    .replace(/<(\/?)h1(?=[\s>])/g, "<$1h2")
    .replace(
      /<table(?=[\s>])/g,
      '<div role="group" aria-label="Table" tabindex="0" class="overflow-x-auto"><table',
    )
    .replace(/<\/table>/g, "</table></div>")
    .replace(/<iframe(?![^>]*\sloading=)/g, '<iframe loading="lazy"');
}

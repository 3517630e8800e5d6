/**
 * Fits stored markup into a page: the page has its first heading already, and a wide table scrolls
 * by itself, for which the keyboard must reach it. Frames load when they come near the view. The
 * server has cleaned the markup, so a "<" in it is always the beginning of a tag.
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

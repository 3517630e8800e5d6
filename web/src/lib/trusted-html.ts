interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): { createHTML(html: string): TrustedHTML };
}

// The content security policy of public pages allows this name only.
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  "perimeter",
  { createHTML: (html) => html },
);

/**
 * Marks HTML that the server has sanitized, or that this code has written, as safe to insert.
 * Browsers with Trusted Types refuse any other on public pages.
 */
export function trustedHtml(html: string): string | TrustedHTML {
  return policy?.createHTML(html) ?? html;
}

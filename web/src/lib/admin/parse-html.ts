import { trustedHtml } from "@/lib/trusted-html";

/** Parses HTML into a document of its own, in which nothing runs or loads. */
export function parseHtml(html: string): HTMLElement {
  return new DOMParser().parseFromString(trustedHtml(html) as string, "text/html").body;
}

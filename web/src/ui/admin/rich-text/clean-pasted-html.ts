import { parseHtml } from "@/lib/admin/parse-html";

const keptAttributes = new Set(["href", "src", "alt", "colspan", "rowspan"]);

/**
 * Removes classes, styles and everything else that Word and web pages add to what was copied. What
 * remains is reduced by the editor to the elements that it knows.
 */
export function cleanPastedHtml(html: string): string {
  const body = parseHtml(html);
  for (const element of body.querySelectorAll("style, script, meta, link, title")) element.remove();
  for (const element of body.querySelectorAll<HTMLElement>("*")) {
    const style = element.getAttribute("style") ?? "";
    // The number or dot that Word writes before a list item.
    if (/mso-list:\s*ignore/i.test(style)) element.remove();
    // Google Docs wraps everything in a bold element that is not bold.
    else if (element.tagName === "B" && /font-weight:\s*(normal|400)/i.test(style)) {
      element.replaceWith(...element.childNodes);
    } else if (element.tagName === "P" && /mso-list:\s*l\d/i.test(style)) toListItem(element);
  }
  for (const element of body.querySelectorAll("*")) {
    for (const { name } of [...element.attributes]) {
      if (!keptAttributes.has(name)) element.removeAttribute(name);
    }
  }
  return body.innerHTML;
}

/** Word's list items are paragraphs. */
function toListItem(paragraph: Element): void {
  const before = paragraph.previousElementSibling;
  const item = paragraph.ownerDocument.createElement("li");
  item.append(...paragraph.childNodes);
  if (before?.tagName === "UL") {
    before.append(item);
    paragraph.remove();
    return;
  }
  const list = paragraph.ownerDocument.createElement("ul");
  list.append(item);
  paragraph.replaceWith(list);
}

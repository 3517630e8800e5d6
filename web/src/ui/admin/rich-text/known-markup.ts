import { generateHTML, generateJSON, getSchema, type JSONContent } from "@tiptap/core";
import { TableMap } from "@tiptap/pm/tables";
import { parseHtml } from "@/lib/admin/parse-html";
import { extensions } from "./extensions";
import { groupRows } from "./table";
import { htmlOfText } from "./text-html";

/** HTML as the visual editor gets it, or what the editor would lose of it. */
export type Opened = { html: string } | { lost: string[] };

/** Checks whether HTML comes out of the visual editor as it went in. */
export function openHtml(html: string): Opened {
  if (html.trim() === "") return { html };
  const source = htmlOfText(html);
  const content = generateJSON(source, extensions);
  const before = normalized(source);
  const after = normalized(generateHTML(content, extensions));
  if (before.text === after.text) {
    return hasUnevenTable(content) ? { lost: ["tables with uneven rows"] } : { html: source };
  }
  const lost = [...before.parts].filter((part) => !after.parts.has(part));
  return { lost: lost.length > 0 ? lost : ["the way elements are nested"] };
}

/** Whether the editor would add cells to a table with the first edit. */
function hasUnevenTable(content: JSONContent): boolean {
  let uneven = false;
  getSchema(extensions)
    .nodeFromJSON(content)
    .descendants((node) => {
      if (node.type.name === "table") uneven ||= TableMap.get(node).problems !== null;
    });
  return uneven;
}

/** What the editor writes, in the form that people write. */
export function tidyHtml(html: string): string {
  const body = parseHtml(html);
  groupRows(body);
  for (const item of body.querySelectorAll("li, td, th")) unwrapParagraph(item);
  const blocks = [...body.children].map(({ outerHTML }) => outerHTML).join("\n");
  return blocks === "<p></p>" ? "" : blocks;
}

/** Removes the paragraph around the text of a list item or cell, which the editor needs and others do not. */
function unwrapParagraph(item: Element): void {
  const [first, ...others] = item.children;
  if (first?.tagName !== "P" || first.attributes.length > 0) return;
  if (others.some(({ tagName }) => tagName === "P")) return;
  first.replaceWith(...first.childNodes);
}

const sameElements: Record<string, string> = { b: "strong", i: "em", del: "s", strike: "s" };
const inlineElements = /^(a|strong|em|s|u|code|br|img|span|small|sub|sup|mark|q|time|abbr|ins)$/;

/** HTML in a form in which equal documents are equal texts, with the parts that it consists of. */
function normalized(html: string): { text: string; parts: Set<string> } {
  const body = parseHtml(html);
  groupRows(body);
  for (const item of body.querySelectorAll("li, td, th")) unwrapParagraph(item);
  wrapLooseText(body);
  const parts = new Set<string>();
  return { text: write(body, parts), parts };
}

/** Text without a paragraph gets one, as in the editor. */
function wrapLooseText(body: Element): void {
  let paragraph: Element | null = null;
  for (const node of [...body.childNodes]) {
    const isBlank = node.nodeType === Node.TEXT_NODE && node.textContent?.trim() === "";
    const isInline =
      node.nodeType === Node.TEXT_NODE || inlineElements.test(nameOf(node as Element));
    if (node.nodeType === Node.COMMENT_NODE || (isBlank && !paragraph)) continue;
    if (!isInline) {
      paragraph = null;
      continue;
    }
    if (!paragraph) {
      paragraph = body.ownerDocument.createElement("p");
      node.before(paragraph);
    }
    paragraph.append(node);
  }
}

function nameOf({ nodeName }: Element): string {
  const name = nodeName.toLowerCase();
  return sameElements[name] ?? name;
}

function write(parent: Element, parts: Set<string>): string {
  const isBlock = !inlineElements.test(nameOf(parent));
  const written = [...parent.childNodes]
    .map((node) => {
      if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replaceAll(/\s+/g, " ");
      if (node.nodeType !== Node.ELEMENT_NODE) return "";
      const element = node as Element;
      const name = nameOf(element);
      parts.add(`<${name}>`);
      const attributes = [...element.attributes].map((attribute) => {
        const value = attribute.value.trim().replaceAll(/\s+/g, " ");
        parts.add(`${attribute.name} of <${name}>`);
        return `${attribute.name}="${value}"`;
      });
      return `<${[name, ...attributes.toSorted()].join(" ")}>${write(element, parts)}</${name}>`;
    })
    .join("");
  // White space around blocks and at their ends is not shown.
  return isBlock
    ? written
        .replaceAll(
          /\s*(<\/?(?:p|h\d|ul|ol|li|blockquote|hr|br|table|thead|tbody|tfoot|tr|th|td)\b[^>]*>)\s*/g,
          "$1",
        )
        .trim()
    : written;
}

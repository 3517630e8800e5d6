/** An inline part of a block's text. */
export type Inline =
  | { kind: "text"; text: string }
  | { kind: "strong" | "emphasis"; children: Inline[] }
  | { kind: "code"; text: string }
  | { kind: "link"; href: string; children: Inline[] }
  | { kind: "image"; src: string; alt: string };

/** A block of a post's body. */
export type Block =
  | { kind: "heading" | "subheading" | "paragraph" | "quote"; text: string }
  | { kind: "plain"; text: string } // shown as typed
  | { kind: "list"; lead: string; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] };

/**
 * The most line ends and marks that an article may have to be split into blocks. A long article has
 * some hundred. Each becomes an element, and rendering many thousands of them takes seconds.
 */
export const maxMarks = 6_000;

/** The most cells for which short table rows are filled up to the width of the widest. */
const maxPaddedCells = 10_000;

/**
 * Splits a post's plain text into blocks. The first rule that matches a paragraph applies; the rules
 * for ## and > come after the others.
 */
export function parseBody(text: string): Block[] {
  if (countMarks(text) > maxMarks) {
    return [{ kind: "plain", text: text.trim() }];
  }
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "")
    .flatMap(parseBlock);
}

function countMarks(text: string): number {
  let marks = 0;
  for (const character of text) {
    if ("\n|*`[:".includes(character)) marks++;
  }
  return marks;
}

function parseBlock(text: string): Block | Block[] {
  if (/^\d+\./.test(text)) {
    return { kind: "heading", text };
  }
  if (text.endsWith("?") && !text.includes("-")) {
    return headingOf(text) ?? { kind: "heading", text };
  }
  const lines = text.split("\n");
  const hasBars = text.includes("|") && lines.length >= 2;
  // A table's separator row such as "| --- | --- |" contains "- " too. It is not displayed, so it
  // must not turn the table into a list.
  const shown = hasBars ? lines.filter((line) => !line.includes("---")) : lines;
  if (shown.some((line) => line.includes("- "))) {
    return parseList(lines);
  }
  if (hasBars && shown.length > 0) {
    return parseTable(shown);
  }
  const headings: Block[] = [];
  for (const line of lines) {
    const heading = headingOf(line);
    if (!heading) break;
    headings.push(heading);
  }
  const rest = lines.slice(headings.length);
  if (rest.length === 0) return headings;
  const isQuote = rest[0]?.startsWith(">");
  return [
    ...headings,
    isQuote
      ? { kind: "quote", text: rest.map((line) => line.replace(/^\s*> ?/, "")).join("\n") }
      : { kind: "paragraph", text: rest.join("\n") },
  ];
}

/** The heading that a text marks with ## or ###. */
function headingOf(text: string): Block | undefined {
  const [, marks, title] = /^(###?) +(.*)$/s.exec(text) ?? [];
  if (!marks || !title) return undefined;
  return { kind: marks === "##" ? "heading" : "subheading", text: title };
}

function parseList(lines: string[]): Block | Block[] {
  const texts = lines.map((line) => line.trimStart());
  const first = texts.findIndex((text) => text.startsWith("- "));
  const start = Math.max(first, 0);
  const lead = texts.slice(0, start).join(" ");
  const items = texts.slice(start).map((text) => text.replace(/^- /, "").trim());
  const heading = headingOf(lead);
  if (heading) return [heading, { kind: "list", lead: "", items }];
  return { kind: "list", lead, items };
}

function parseTable(lines: string[]): Block {
  const [head = [], ...rows] = lines.map(cells);
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), head.length);
  // One wide row among thousands of short ones would make millions of empty cells.
  if (width * rows.length > maxPaddedCells) return { kind: "table", head, rows };
  return { kind: "table", head: padRow(head, width), rows: rows.map((row) => padRow(row, width)) };
}

function cells(line: string): string[] {
  return line
    .trim()
    .replace(/^\|/, "")
    .replace(/\|$/, "")
    .split("|")
    .map((cell) => cell.trim());
}

function padRow(row: string[], width: number): string[] {
  return [...row, ...Array<string>(width - row.length).fill("")];
}

// No alternative can match past the next occurrence of its own mark, and a bare link not past the next
// white space, so matching takes linear time for any input.
const inlinePattern =
  /`([^`]+)`|\*\*([^\s*](?:[^*]*[^\s*])?)\*\*|\*([^\s*](?:[^*]*[^\s*])?)\*|(!?)\[([^[\]]+)\]\(([^()\s]+)\)|https?:\/\/[^\s<>"`*[\]()|]*[^\s<>"`*[\]()|.,;:!?']/g;

/** Parses inline marks: **bold**, *italic*, `code`, [links](…), ![pictures](…) and bare links. */
export function parseInline(text: string, insideLink = false): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(inlinePattern)) {
    const part = inlineOf(match, insideLink);
    if (!part) {
      continue;
    }
    if (match.index > end) {
      parts.push({ kind: "text", text: text.slice(end, match.index) });
    }
    parts.push(part);
    end = match.index + match[0].length;
  }
  if (end < text.length) {
    parts.push({ kind: "text", text: text.slice(end) });
  }
  return parts;
}

function inlineOf(
  [found, code, strong, emphasis, image, label, href]: RegExpMatchArray,
  insideLink: boolean,
): Inline | undefined {
  if (code !== undefined) {
    return { kind: "code", text: code };
  }
  if (strong !== undefined) {
    return { kind: "strong", children: parseInline(strong, insideLink) };
  }
  if (emphasis !== undefined) {
    return { kind: "emphasis", children: parseInline(emphasis, insideLink) };
  }
  if (label === undefined || href === undefined) {
    return insideLink
      ? undefined
      : { kind: "link", href: found, children: [{ kind: "text", text: found }] };
  }
  if (image) {
    return isImageSource(href) ? { kind: "image", src: href, alt: label } : undefined;
  }
  if (isSafeHref(href)) {
    return { kind: "link", href, children: parseInline(label, true) };
  }
  return undefined;
}

function isSafeHref(href: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i.test(href);
}

// The server finds the same URLs, to allow their hosts in the content security policy.
function isImageSource(src: string): boolean {
  return /^(?:https?:\/\/|\/(?!\/))/.test(src);
}

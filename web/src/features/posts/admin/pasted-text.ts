import { parseHtml } from "@/lib/admin/parse-html";

/** How a piece of text is formatted. */
interface Format {
  bold: boolean;
  italic: boolean;
  code: boolean;
  /** The target, if it is a link. */
  href: string;
}

interface Run extends Format {
  text: string;
}

type Prefix = "" | "- " | "## " | "### " | "> ";

interface Block {
  prefix: Prefix | "table";
  text: string;
}

const plain: Format = { bold: false, italic: false, code: false, href: "" };

const skipped = new Set(
  "STYLE,SCRIPT,HEAD,TITLE,META,LINK,TEMPLATE,NOSCRIPT,SVG,IFRAME,OBJECT,SELECT,BUTTON,INPUT,TEXTAREA,IMG,VIDEO,AUDIO".split(
    ",",
  ),
);
const blockTags = new Set(
  "P,DIV,SECTION,ARTICLE,HEADER,FOOTER,MAIN,ASIDE,NAV,PRE,ADDRESS,DL,DT,DD,FIGURE,FIGCAPTION,HR,FORM,FIELDSET,UL,OL,TBODY,THEAD,TR,TD,TH,CAPTION,DETAILS,SUMMARY,BODY".split(
    ",",
  ),
);
const prefixes: Record<string, Prefix> = {
  H1: "## ",
  H2: "## ",
  H3: "### ",
  H4: "### ",
  H5: "### ",
  H6: "### ",
  LI: "- ",
  BLOCKQUOTE: "> ",
};

/**
 * Turns HTML from the clipboard, such as that of Word or a web page, into the syntax of post bodies.
 * What the syntax does not have is left out; only its text stays.
 */
export function pastedText(html: string): string {
  if (html.trim() === "") return "";
  const writer = new Writer();
  writer.walk(parseHtml(html), plain, "");
  writer.flush("");
  return joinBlocks(writer.blocks);
}

class Writer {
  blocks: Block[] = [];
  #runs: Run[] = [];

  /** Adds the content of an element; prefix is that of the block around it. */
  walk(parent: Element, format: Format, prefix: Prefix): void {
    for (const node of parent.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) {
        this.#runs.push({
          ...format,
          text: (node.textContent ?? "").replaceAll(/[\s\u00a0]+/g, " "),
        });
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        this.#walkElement(node as Element, format, prefix);
      }
    }
  }

  #walkElement(element: Element, format: Format, prefix: Prefix): void {
    const tag = element.tagName.toUpperCase();
    const style = element.getAttribute("style") ?? "";
    if (skipped.has(tag) || /display:\s*none|mso-list:\s*ignore|mso-hide:\s*all/i.test(style))
      return;
    if (tag === "BR") {
      this.#runs.push({ ...format, text: "\n" });
    } else if (tag === "TABLE") {
      this.flush(prefix);
      this.#addTable(element);
    } else {
      const own = prefixes[tag] ?? wordPrefix(element, style);
      const isBlock = own !== undefined || blockTags.has(tag);
      if (isBlock) this.flush(prefix);
      this.walk(element, formatOf(element, tag, style, format), own ?? prefix);
      if (isBlock) this.flush(own ?? prefix);
    }
  }

  /** Ends the current block. */
  flush(prefix: Prefix): void {
    const text = serialize(this.#runs, prefix.startsWith("#"));
    this.#runs = [];
    if (text === "") return;
    const bullet = /^[•·▪◦‣]\s*/.exec(text);
    if (bullet) this.blocks.push({ prefix: "- ", text: text.slice(bullet[0].length) });
    else this.blocks.push({ prefix, text: prefix === "- " ? text : withoutListMarks(text) });
  }

  #addTable(table: Element): void {
    const rows = [...table.querySelectorAll("tr")]
      .filter((row) => row.closest("table") === table)
      .map((row) => [...row.children].filter(({ tagName }) => /^T[DH]$/i.test(tagName)));
    const width = Math.max(0, ...rows.map((row) => row.length));
    if (width <= 1) {
      // A table of one column is there for its layout.
      for (const cell of rows.flat()) {
        this.walk(cell, plain, "");
        this.flush("");
      }
      return;
    }
    const lines = rows.map((row) => `| ${row.map(cellText).join(" | ")} |`);
    lines.splice(1, 0, `|${" --- |".repeat(width)}`);
    this.blocks.push({ prefix: "table", text: lines.join("\n") });
  }
}

function cellText(cell: Element): string {
  const writer = new Writer();
  writer.walk(cell, plain, "");
  writer.flush("");
  return writer.blocks.map(({ text }) => text.replaceAll("\n", " ").replaceAll("|", "/")).join(" ");
}

/** Word marks lists and titles by styles only. */
function wordPrefix(element: Element, style: string): Prefix | undefined {
  if (element.tagName.toUpperCase() !== "P") return undefined;
  const name = element.getAttribute("class") ?? "";
  if (/^MsoListParagraph/.test(name) || /mso-list:\s*l\d/i.test(style)) return "- ";
  return /^MsoTitle/.test(name) ? "## " : undefined;
}

function formatOf(element: Element, tag: string, style: string, outer: Format): Format {
  const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase();
  const slant = /font-style:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase();
  const href = tag === "A" ? (element.getAttribute("href") ?? "") : "";
  return {
    bold: weight
      ? /^(bold|bolder|[6-9]00)$/.test(weight)
      : outer.bold || tag === "B" || tag === "STRONG",
    italic: slant ? slant !== "normal" : outer.italic || tag === "I" || tag === "EM",
    code: outer.code || tag === "CODE" || tag === "KBD" || tag === "TT",
    href: /^(https?:\/\/|mailto:|tel:)/i.test(href) ? href : outer.href,
  };
}

function serialize(runs: Run[], isHeading: boolean): string {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    // White space takes the format of what is before it; marks are moved inside it below.
    if (last && (sameFormat(last, run) || run.text.trim() === "")) last.text += run.text;
    else merged.push({ ...run });
  }
  return merged
    .map((run) => (isHeading ? run.text : markedText(run)))
    .join("")
    .replaceAll(/ *\n */g, "\n")
    .replaceAll(/ {2,}/g, " ")
    .replaceAll(/\n{2,}/g, "\n")
    .trim();
}

function sameFormat(a: Format, b: Format): boolean {
  return a.bold === b.bold && a.italic === b.italic && a.code === b.code && a.href === b.href;
}

function markedText({ text, bold, italic, code, href }: Run): string {
  const words = text.trim();
  if (words === "" || !(bold || italic || code || href)) return text;
  const [before = "", after = ""] = text.split(words);
  let marked = words;
  if (code) {
    marked = `\`${words.replaceAll("`", "'")}\``;
  } else if (href !== "" && href !== words) {
    const target = href.replaceAll("(", "%28").replaceAll(")", "%29").replaceAll(/\s/g, "%20");
    marked = `[${words.replaceAll("[", "(").replaceAll("]", ")")}](${target})`;
  }
  // The syntax has no mark for both.
  const mark = bold ? "**" : italic ? "*" : "";
  return `${before}${mark}${mark ? marked.replaceAll("*", "") : marked}${mark}${after}`;
}

/** A dash before a space would make a list of a paragraph. */
function withoutListMarks(text: string): string {
  return text.replaceAll("- ", "– ");
}

function joinBlocks(blocks: Block[]): string {
  return blocks
    .map(({ prefix, text }, index) => {
      const isNextItem = prefix === "- " && blocks[index - 1]?.prefix === "- ";
      const gap = index === 0 ? "" : isNextItem ? "\n" : "\n\n";
      return gap + withPrefix(prefix, text);
    })
    .join("");
}

function withPrefix(prefix: Block["prefix"], text: string): string {
  if (prefix === "table" || prefix === "") return text;
  if (prefix === "> ") return text.replaceAll(/^/gm, "> ");
  return prefix + text.replaceAll("\n", " ");
}

/** A text with its selection. */
export interface TextSelection {
  text: string;
  start: number;
  end: number;
}

/** Replaces a part of a text and selects a part of the result. */
export interface TextEdit {
  from: number;
  to: number;
  insert: string;
  /** What is selected afterwards. */
  start: number;
  end: number;
}

/** Puts the selected words between marks, or takes the marks away. */
export function toggleMark(selection: TextSelection, mark: "**" | "*", sample: string): TextEdit {
  const { text, start, end } = trimmed(selection);
  if (start === end) {
    const { length } = mark;
    return {
      from: start,
      to: end,
      insert: `${mark}${sample}${mark}`,
      start: start + length,
      end: start + length + sample.length,
    };
  }
  if (isMarked(text, start, end, mark)) {
    const from = start - mark.length;
    const insert = text.slice(start, end);
    return { from, to: end + mark.length, insert, start: from, end: from + insert.length };
  }
  // There is no mark for both.
  const other = mark === "**" ? "*" : "**";
  if (isMarked(text, start, end, other)) {
    const from = start - other.length;
    const insert = `${mark}${text.slice(start, end)}${mark}`;
    const at = from + mark.length;
    return { from, to: end + other.length, insert, start: at, end: at + end - start };
  }
  // Marks do not reach across lines.
  const lines = text.slice(start, end).split("\n");
  const insert = lines.map((line) => markLine(line, mark)).join("\n");
  const [outer, inner] = lines.length > 1 ? [insert.length, 0] : [insert.length, mark.length];
  return { from: start, to: end, insert, start: start + inner, end: start + outer - inner };
}

/** Without the white space at its ends, which marks must not touch. */
function trimmed({ text, start, end }: TextSelection): TextSelection {
  const selected = text.slice(start, end);
  if (selected.trim() === "") return { text, start: end, end };
  return {
    text,
    start: start + selected.length - selected.trimStart().length,
    end: end - (selected.length - selected.trimEnd().length),
  };
}

function isMarked(text: string, start: number, end: number, mark: "**" | "*"): boolean {
  const before = /\**$/.exec(text.slice(Math.max(0, start - 3), start))?.[0].length ?? 0;
  const after = /^\**/.exec(text.slice(end, end + 3))?.[0].length ?? 0;
  const stars = Math.min(before, after);
  return mark === "**" ? stars >= 2 : stars % 2 === 1;
}

function markLine(line: string, mark: string): string {
  const [, lead = "", words = "", tail = ""] = /^(\s*(?:- )?)(.*?)(\s*)$/.exec(line) ?? [];
  return words === "" ? line : `${lead}${mark}${words}${mark}${tail}`;
}

const linkStart = "https://";

/** Makes the selected words a link, or a selected URL the target of one. */
export function insertLink(selection: TextSelection): TextEdit {
  const { text, start, end } = trimmed(selection);
  const selected = text.slice(start, end);
  const isUrl = /^https?:\/\/\S+$/.test(selected);
  const label = isUrl || selected === "" ? "link text" : selected.replaceAll(/[[\]\n]/g, " ");
  const target = isUrl ? selected.replaceAll("(", "%28").replaceAll(")", "%29") : linkStart;
  const insert = `[${label}](${target})`;
  const targetAt = start + label.length + 3;
  // What is still missing is selected, to be typed over.
  return label === "link text"
    ? { from: start, to: end, insert, start: start + 1, end: start + 1 + label.length }
    : { from: start, to: end, insert, start: targetAt, end: targetAt + target.length };
}

/** Makes the line a heading of its own, or ordinary text again. */
export function toggleHeading({ text, start }: TextSelection): TextEdit {
  const from = lineStart(text, start);
  const to = lineEnd(text, start);
  const line = text.slice(from, to);
  const marked = /^#{2,3} +/.exec(line);
  if (marked) return replaceAndSelectEnd(from, to, line.slice(marked[0].length));
  const title = line.replace(/^- /, "").trim() || "Heading";
  // In the middle of a paragraph it would not be a heading.
  const gap = from > 0 && text.slice(0, from).at(-2) !== "\n" ? "\n" : "";
  const insert = `${gap}## ${title}`;
  const at = from + gap.length + 3;
  return {
    from,
    to,
    insert,
    start: line.trim() === "" ? at : at + title.length,
    end: at + title.length,
  };
}

/** Makes list items of the selected lines, or ordinary lines again. */
export function toggleList({ text, start, end }: TextSelection): TextEdit {
  const from = lineStart(text, start);
  const to = lineEnd(text, Math.max(start, end - (text[end - 1] === "\n" ? 1 : 0)));
  const lines = text.slice(from, to).split("\n");
  const isList = lines.every((line) => line.trim() === "" || line.startsWith("- "));
  const hasText = lines.some((line) => line.trim() !== "");
  const changed = lines.map((line) => {
    if (isList && hasText) return line.replace(/^- /, "");
    if (line.trim() === "" && hasText) return line;
    return line.startsWith("- ") ? line : `- ${line.replace(/^#{2,3} +/, "")}`;
  });
  const insert = changed.join("\n");
  return lines.length > 1
    ? { from, to, insert, start: from, end: from + insert.length }
    : replaceAndSelectEnd(from, to, insert);
}

const sampleTable = "| Column 1 | Column 2 |\n| --- | --- |\n| Text | Text |";

export function insertTable(selection: TextSelection): TextEdit {
  return insertBlock(selection, sampleTable, [2, "Column 1".length + 2]);
}

/** Inserts a picture as a paragraph of its own; the cursor stands in the paragraph behind it. */
export function insertPicture(selection: TextSelection, url: string, name: string): TextEdit {
  const block = `![${altFromName(name)}](${url})`;
  const behind = block.length + paragraphBreak;
  const edit = insertBlock(selection, block, [behind, behind]);
  // Where nothing follows, there is no paragraph yet.
  const isLast = selection.text.slice(selection.end).trim() === "";
  return isLast
    ? { ...edit, to: selection.text.length, insert: `${edit.insert}${"\n".repeat(paragraphBreak)}` }
    : edit;
}

/** How many line breaks are between two paragraphs. */
const paragraphBreak = 2;

/** A first description of a picture, from the name of its file. */
export function altFromName(name: string): string {
  const words = name
    .replace(/\.\w{2,5}$/, "")
    .replaceAll(/[[\]()_-]+/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return words === "" || /^(image|img|dsc|pxl|screenshot)? ?[\d ]*$/i.test(words)
    ? "Picture"
    : words;
}

/** Inserts a paragraph; selected is the part of it to select. */
export function insertBlock(
  { text, start, end }: TextSelection,
  block: string,
  selected: [from: number, to: number],
): TextEdit {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const gapBefore =
    before.trim() === "" ? "" : "\n".repeat(paragraphBreak - lineBreaksAtEnd(before));
  const gapAfter =
    after.trim() === "" ? "" : "\n".repeat(paragraphBreak - lineBreaksAtStart(after));
  const at = start + gapBefore.length;
  return {
    from: start,
    to: end,
    insert: `${gapBefore}${block}${gapAfter}`,
    start: at + selected[0],
    end: at + selected[1],
  };
}

function lineBreaksAtEnd(text: string): number {
  if (text.endsWith("\n\n")) return 2;
  return text.endsWith("\n") ? 1 : 0;
}

function lineBreaksAtStart(text: string): number {
  if (text.startsWith("\n\n")) return 2;
  return text.startsWith("\n") ? 1 : 0;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const next = text.indexOf("\n", at);
  return next === -1 ? text.length : next;
}

function replaceAndSelectEnd(from: number, to: number, insert: string): TextEdit {
  const end = from + insert.length;
  return { from, to, insert, start: end, end };
}

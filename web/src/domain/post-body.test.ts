import { describe, expect, it } from "vitest";
import { type Block, type Inline, maxMarks, parseBody, parseInline } from "./post-body";

const paragraph = (text: string): Block => ({ kind: "paragraph", text });
const heading = (text: string): Block => ({ kind: "heading", text });
const subheading = (text: string): Block => ({ kind: "subheading", text });
const quote = (text: string): Block => ({ kind: "quote", text });
const list = (items: string[], lead = ""): Block => ({ kind: "list", lead, items });
const table = (head: string[], ...rows: string[][]): Block => ({ kind: "table", head, rows });

describe("parseBody", () => {
  const cases: [name: string, text: string, blocks: Block[]][] = [
    ["nothing", "", []],
    ["only white space", " \n\n\t\n", []],
    ["one paragraph", "Termites eat wood.", [paragraph("Termites eat wood.")]],
    ["paragraphs at blank lines", "One.\n\nTwo.", [paragraph("One."), paragraph("Two.")]],
    ["blank lines that contain spaces", "One.\n \t\nTwo.", [paragraph("One."), paragraph("Two.")]],
    ["several blank lines", "One.\n\n\n\nTwo.\n\n", [paragraph("One."), paragraph("Two.")]],
    ["Windows line endings", "One.\r\n\r\nTwo.", [paragraph("One."), paragraph("Two.")]],
    ["a single line break inside a paragraph", "One\nstill one.", [paragraph("One\nstill one.")]],

    ["a number and a period", "1. Know the signs", [heading("1. Know the signs")]],
    ["a longer number", "12. Twelfth", [heading("12. Twelfth")]],
    ["a number without a period", "12 months later", [paragraph("12 months later")]],
    ["a number that is not at the start", "Section 1. Signs", [paragraph("Section 1. Signs")]],

    ["a question", "What do they eat?", [heading("What do they eat?")]],
    ["a question with a hyphen", "Is it a long-term fix?", [paragraph("Is it a long-term fix?")]],
    ["a question mark inside", "Why? Because.", [paragraph("Why? Because.")]],

    ["bullets", "- mud tubes\n- wings", [list(["mud tubes", "wings"])]],
    ["indented bullets", "  - mud tubes\n  - wings", [list(["mud tubes", "wings"])]],
    ["a lead-in line", "Look for:\n- wings\n- frass", [list(["wings", "frass"], "Look for:")]],
    ["a bare line after bullets", "- wings\nand frass", [list(["wings", "and frass"])]],
    ["only the leading dash is removed", "- wings - discarded", [list(["wings - discarded"])]],
    ["a dash inside a sentence", "Late - but sure.", [list(["Late - but sure."])]],
    ["dashes inside a sentence", "A --- B text", [list(["A --- B text"])]],
    ["dashes above bullets", "--- Signs\n- wings", [list(["wings"], "--- Signs")]],
    ["only dashes", "---", [paragraph("---")]],
    ["a hyphenated word", "A long-term plan.", [paragraph("A long-term plan.")]],

    [
      "a table",
      "| Sign | Means |\n|---|---|\n| Tubes | Workers |",
      [table(["Sign", "Means"], ["Tubes", "Workers"])],
    ],
    [
      "a table with spaces in its separator row",
      "| A | B |\n| --- | --- |\n| 1 | 2 |",
      [table(["A", "B"], ["1", "2"])],
    ],
    ["a table without outer bars", "A | B\n1 | 2", [table(["A", "B"], ["1", "2"])]],
    ["an empty cell", "|A|B|\n|1||", [table(["A", "B"], ["1", ""])]],
    [
      "rows of unequal length",
      "A|B\n1\n1|2|3",
      [table(["A", "B", ""], ["1", "", ""], ["1", "2", "3"])],
    ],
    ["a bar on a single line", "A | B", [paragraph("A | B")]],
    ["only separator rows", "---|---\n---|---", [paragraph("---|---\n---|---")]],

    ["a marked heading", "## Signs", [heading("Signs")]],
    ["a marked subheading", "### Mud tubes", [subheading("Mud tubes")]],
    ["a heading right above its text", "## Signs\nTubes.", [heading("Signs"), paragraph("Tubes.")]],
    ["a marked question", "## What now?", [heading("What now?")]],
    ["a heading above bullets", "## Signs\n- wings", [heading("Signs"), list(["wings"])]],
    ["a heading above a quote", "## He said\n> Call.", [heading("He said"), quote("Call.")]],
    ["two headings", "## A\n### B", [heading("A"), subheading("B")]],
    ["a number sign without a space", "##Signs", [paragraph("##Signs")]],
    ["number signs alone", "##", [paragraph("##")]],
    ["one number sign", "# 1 in town", [paragraph("# 1 in town")]],
    ["a quote", "> Call us.", [quote("Call us.")]],
    ["a quote of two lines", "> Call us.\n> Today.", [quote("Call us.\nToday.")]],
    ["a quote whose second line is not marked", "> Call us.\nToday.", [quote("Call us.\nToday.")]],
    ["the list before the heading", "## Late - but sure", [list(["## Late - but sure"])]],
    ["the list before the quote", "> Late - but sure", [list(["> Late - but sure"])]],
    ["the question before the quote", "> Why?", [heading("> Why?")]],
    ["the table before the heading", "## A\nB|C", [table(["## A", ""], ["B", "C"])]],

    ["the number before the question", "1. Why?", [heading("1. Why?")]],
    ["the number before the list", "1. Signs - many", [heading("1. Signs - many")]],
    ["the question before the table", "A | B\nWhich?", [heading("A | B\nWhich?")]],
    ["the list before the table", "A - B | C\nD | E", [list(["A - B | C", "D | E"])]],
  ];
  it.each(cases)("parses %s", (_, text, blocks) => {
    expect(parseBody(text)).toEqual(blocks);
  });
});

describe("parseInline", () => {
  const text = (value: string): Inline => ({ kind: "text", text: value });
  const bare = (href: string): Inline => ({ kind: "link", href, children: [text(href)] });
  const cases: [name: string, source: string, parts: Inline[]][] = [
    ["plain text", "Call us.", [text("Call us.")]],
    ["bold", "a **b** c", [text("a "), { kind: "strong", children: [text("b")] }, text(" c")]],
    ["italic", "*b*", [{ kind: "emphasis", children: [text("b")] }]],
    ["code, with its marks kept", "`a*b*`", [{ kind: "code", text: "a*b*" }]],
    ["a link", "[Us](/contact)", [{ kind: "link", href: "/contact", children: [text("Us")] }]],
    [
      "a link inside bold",
      "**[Us](/about)**",
      [{ kind: "strong", children: [{ kind: "link", href: "/about", children: [text("Us")] }] }],
    ],
    ["stars as arithmetic", "2 * 3 * 4", [text("2 * 3 * 4")]],
    ["an unclosed mark", "**not closed", [text("**not closed")]],
    ["a javascript: URL", "[x](javascript:alert)", [text("[x](javascript:alert)")]],
    ["a URL of another host without a scheme", "[x](//evil.test)", [text("[x](//evil.test)")]],
    ["HTML", "<b>x</b>", [text("<b>x</b>")]],
    [
      "a picture",
      "A tube: ![Mud tube](/objects/uploads/A)",
      [text("A tube: "), { kind: "image", src: "/objects/uploads/A", alt: "Mud tube" }],
    ],
    [
      "a picture of another site",
      "![x](https://a.example/x.png)",
      [{ kind: "image", src: "https://a.example/x.png", alt: "x" }],
    ],
    ["a picture with a mail link", "![x](mailto:a@b.example)", [text("![x](mailto:a@b.example)")]],
    ["a picture without a scheme", "![x](//a.example/x.png)", [text("![x](//a.example/x.png)")]],
    [
      "a bare link",
      "See https://a.example/b?c=d.",
      [text("See "), bare("https://a.example/b?c=d"), text(".")],
    ],
    [
      "a bare link in brackets",
      "(https://a.example)",
      [text("("), bare("https://a.example"), text(")")],
    ],
    [
      "a bare link in bold",
      "**https://a.example**",
      [{ kind: "strong", children: [bare("https://a.example")] }],
    ],
    [
      "a link whose text is a URL",
      "[https://a.example](https://b.example)",
      [{ kind: "link", href: "https://b.example", children: [text("https://a.example")] }],
    ],
    ["a scheme without a host", "https:// and http://...", [text("https:// and http://...")]],
  ];
  it.each(cases)("parses %s", (_, source, parts) => {
    expect(parseInline(source)).toEqual(parts);
  });

  it("takes linear time on text that consists of marks only", () => {
    for (const mark of [
      "**a ",
      "[",
      "`",
      "*",
      "[a](",
      "![",
      "https://",
      "https://. ",
      "https://a. ",
    ]) {
      // Quadratic time would exceed the limit of the test.
      expect(parseInline(mark.repeat(200_000))).not.toEqual([]);
    }
  });
});

describe("parseBody with 100 KB of hostile text", () => {
  const elements = (blocks: Block[]): number =>
    blocks.reduce((sum, block) => {
      switch (block.kind) {
        case "list":
          return sum + block.items.length + block.items.flatMap((item) => parseInline(item)).length;
        case "table":
          return sum + block.head.length + block.rows.flat().length;
        case "plain":
          return sum + 1;
        default:
          return sum + 1 + parseInline(block.text).length;
      }
    }, 0);
  const fill = (piece: string) => piece.repeat(Math.ceil(100_000 / piece.length));
  const halfOfTheMarks = maxMarks / 2;

  it.each([
    ["short paragraphs", fill("a\n\n")],
    ["list items", fill("- a\n")],
    ["emphasis", fill("*a* ")],
    ["unclosed strong", fill("**a")],
    ["unclosed code", `${fill("a ")}\``],
    ["unclosed links", fill("[a](b")],
    ["brackets", fill("[")],
    ["pictures", fill("![a](/b)")],
    ["bare links", fill("http://a ")],
    ["headings", fill("## a\n")],
    ["quotes", fill("> a\n\n")],
    ["blank lines of spaces", fill("\n ")],
    [
      "one wide row above many short ones",
      `${fill("|").slice(0, 50_000)}\n${"|\n".repeat(25_000)}`,
    ],
    [
      "a wide and long table below the limit of marks",
      `${"|".repeat(halfOfTheMarks)}\n${"a\n".repeat(halfOfTheMarks - 2)}`,
    ],
  ])("makes a bounded number of elements from %s", (_, text) => {
    expect(elements(parseBody(text))).toBeLessThanOrEqual(4 * maxMarks);
  });

  it("shows a text with too many marks as typed", () => {
    const text = "*a*\n".repeat(maxMarks);
    expect(parseBody(text)).toEqual([{ kind: "plain", text: text.trim() }]);
  });
});

import { describe, expect, it } from "vitest";
import {
  altFromName,
  insertLink,
  insertPicture,
  insertTable,
  type TextEdit,
  type TextSelection,
  toggleHeading,
  toggleList,
  toggleMark,
} from "./text-edit";

/** Reads a text in which ⟦ and ⟧ enclose the selection. */
function selectionOf(marked: string): TextSelection {
  const start = marked.indexOf("⟦");
  return { text: marked.replaceAll(/[⟦⟧]/g, ""), start, end: marked.indexOf("⟧") - 1 };
}

function run(marked: string, edit: (selection: TextSelection) => TextEdit): string {
  const selection = selectionOf(marked);
  const { from, to, insert, start, end } = edit(selection);
  const result = selection.text.slice(0, from) + insert + selection.text.slice(to);
  return `${result.slice(0, start)}⟦${result.slice(start, end)}⟧${result.slice(end)}`;
}

const bold = (selection: TextSelection) => toggleMark(selection, "**", "bold text");
const italic = (selection: TextSelection) => toggleMark(selection, "*", "italic text");
const picture = (selection: TextSelection) => insertPicture(selection, "/a", "mud_tube.jpg");

describe("edits of a post's text", () => {
  it.each<[string, (selection: TextSelection) => TextEdit, string, string]>([
    ["bold", bold, "a ⟦b⟧ c", "a **⟦b⟧** c"],
    ["bold without the spaces around it", bold, "a⟦ b ⟧c", "a **⟦b⟧** c"],
    ["bold taken away", bold, "a **⟦b⟧**", "a ⟦b⟧"],
    ["bold where nothing is selected", bold, "a ⟦⟧", "a **⟦bold text⟧**"],
    ["bold on several lines", bold, "⟦a\n\n- b⟧", "⟦**a**\n\n- **b**⟧"],
    ["italic", italic, "⟦a⟧", "*⟦a⟧*"],
    ["italic taken away", italic, "*⟦a⟧*", "⟦a⟧"],
    ["italic instead of bold", italic, "**⟦a⟧**", "*⟦a⟧*"],
    ["a link", insertLink, "see ⟦us⟧", "see [us](⟦https://⟧)"],
    ["a link from a URL", insertLink, "⟦https://a.example⟧", "[⟦link text⟧](https://a.example)"],
    ["a link where nothing is selected", insertLink, "⟦⟧", "[⟦link text⟧](https://)"],
    ["a heading", toggleHeading, "a\n\nS⟦⟧igns", "a\n\n## Signs⟦⟧"],
    ["a heading below a line", toggleHeading, "a\nS⟦⟧igns", "a\n\n## Signs⟦⟧"],
    ["a heading taken away", toggleHeading, "## Si⟦⟧gns", "Signs⟦⟧"],
    ["a heading on an empty line", toggleHeading, "⟦⟧", "## ⟦Heading⟧"],
    ["a list", toggleList, "⟦a\nb⟧\nc", "⟦- a\n- b⟧\nc"],
    ["a list taken away", toggleList, "⟦- a\n- b⟧", "⟦a\nb⟧"],
    ["a list on an empty line", toggleList, "⟦⟧", "- ⟦⟧"],
    ["a list of one line", toggleList, "a⟦⟧b", "- ab⟦⟧"],
    ["a picture in an empty text", picture, "⟦⟧", "![mud tube](/a)\n\n⟦⟧"],
    ["a picture before empty lines", picture, "a⟦⟧\n", "a\n\n![mud tube](/a)\n\n⟦⟧"],
    ["a picture in a text", picture, "a⟦⟧b", "a\n\n![mud tube](/a)\n\n⟦⟧b"],
    ["a picture between paragraphs", picture, "a\n\n⟦⟧\n\nb", "a\n\n![mud tube](/a)\n\n⟦⟧b"],
    [
      "a table",
      insertTable,
      "a⟦⟧",
      "a\n\n| ⟦Column 1⟧ | Column 2 |\n| --- | --- |\n| Text | Text |",
    ],
  ])("make %s", (_, edit, before, after) => {
    expect(run(before, edit)).toBe(after);
  });

  it.each([
    ["mud-tube_on (brick).jpeg", "mud tube on brick"],
    ["IMG_20250514.jpg", "Picture"],
    ["image.png", "Picture"],
    ["", "Picture"],
  ])("describe the file %s", (name, alt) => {
    expect(altFromName(name)).toBe(alt);
  });
});

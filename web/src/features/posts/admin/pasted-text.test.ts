import { describe, expect, it } from "vitest";
import { pastedText } from "./pasted-text";

describe("pastedText", () => {
  it.each([
    ["nothing", "", ""],
    ["a picture only", '<img src="https://a.example/a.png" alt="x">', ""],
    ["paragraphs", "<p>One</p><p>Two</p>", "One\n\nTwo"],
    ["lines", "<p>One<br>Two</p>", "One\nTwo"],
    ["line breaks of the source", "<p>One\n  two</p>", "One two"],
    ["headings", "<h1>A</h1><h2><b>B</b></h2><h3>C</h3>", "## A\n\n## B\n\n### C"],
    ["bold and italic", "<p>a <b>b </b><i>c</i></p>", "a **b** *c*"],
    ["bold by style", '<span style="font-weight:700">a</span> b', "**a** b"],
    ["bold that is switched off", '<b style="font-weight:normal">a <b>b</b></b>', "a **b**"],
    ["bold in pieces", "<b>a</b><b> b</b>", "**a b**"],
    ["bold and italic at once", "<b><i>a</i></b>", "**a**"],
    ["code", "<code>a*b</code>", "`a*b`"],
    ["a link", '<a href="https://a.example/(b)">x [y]</a>', "[x (y)](https://a.example/%28b%29)"],
    [
      "a link named by its URL",
      '<a href="https://a.example">https://a.example</a>',
      "https://a.example",
    ],
    ["an unsafe link", '<a href="javascript:alert(1)">x</a>', "x"],
    ["a bold link", '<b><a href="https://a.example">x</a></b>', "**[x](https://a.example)**"],
    [
      "a list",
      "<p>Signs</p><ul><li>a</li><li><p>b</p></li></ul><p>c</p>",
      "Signs\n\n- a\n- b\n\nc",
    ],
    ["a numbered list", "<ol><li>a</li><li>b</li></ol>", "- a\n- b"],
    ["a nested list", "<ul><li>a<ul><li>b</li></ul></li></ul>", "- a\n- b"],
    ["bullets that were typed", "<p>• a</p><p>•&nbsp;b</p>", "- a\n- b"],
    ["a quote", "<blockquote><p>a<br>b</p></blockquote>", "> a\n> b"],
    [
      "a table",
      "<table><tr><th>A</th><th>B</th></tr><tr><td><p>1|2</p></td><td>x - y</td></tr></table>",
      "| A | B |\n| --- | --- |\n| 1/2 | x – y |",
    ],
    ["a table for layout", "<table><tr><td><p>a</p><p>b</p></td></tr></table>", "a\n\nb"],
    ["a dash in a sentence", "<p>Late - but sure</p>", "Late – but sure"],
    [
      "scripts, styles and hidden text",
      '<style>p{}</style><p>a<span style="display:none">b</span></p><script>c</script>',
      "a",
    ],
    ["no-break spaces", "<p>a&nbsp;&nbsp;b</p><p>&nbsp;</p>", "a b"],
  ])("turns %s into text", (_, html, text) => {
    expect(pastedText(html)).toBe(text);
  });

  it("understands what Word puts on the clipboard", () => {
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>
      p.MsoNormal {margin:0}</style></head><body lang=EN-US><!--StartFragment-->
      <p class=MsoTitle>Termites<o:p></o:p></p>
      <p class=MsoNormal><b>Look</b><b> twice</b> at the\n      wall.<o:p>&nbsp;</o:p></p>
      <p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><span
      style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span>mud tubes<o:p></o:p></p>
      <p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span
      style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span>wings</p>
      <!--EndFragment--></body></html>`;
    expect(pastedText(html)).toBe(
      "## Termites\n\n**Look twice** at the wall.\n\n- mud tubes\n- wings",
    );
  });
});

import { describe, expect, it } from "vitest";
import { openHtml, tidyHtml } from "./known-markup";

describe("openHtml", () => {
  it.each([
    ["nothing", ""],
    ["a word", "Termites"],
    ["paragraphs", "<p>One</p>\n\n<p>Two <b>bold</b> <em>words</em></p>"],
    ["line ends inside a paragraph", "<p>One\n   two</p>"],
    ["a list", "<ul>\n  <li>One</li>\n  <li><strong>Two.</strong> More</li>\n</ul>"],
    ["a list with paragraphs", "<ul><li><p>One</p></li></ul>"],
    ["a list in a list", "<ul><li>One<ul><li>Two</li></ul></li></ul>"],
    ["a numbered list with its start", '<ol start="3"><li>One</li></ol>'],
    ["headings", "<h2>One</h2><h3>Two</h3><p>Three</p>"],
    [
      "classes",
      '<p class="text-xl font-bold">One</p><ul class="list-none"><li class="p-4">x</li></ul>',
    ],
    ["a link", '<p>See <a href="/contact" title="Us">us</a>.</p>'],
    [
      "a link to a new window",
      '<p><a href="https://a.example" target="_blank" rel="noopener">a</a></p>',
    ],
    [
      "a picture",
      '<p><img src="/objects/uploads/A" alt="A tube" width="10" class="rounded-lg"></p>',
    ],
    ["a quote and a line", "<blockquote><p>One</p></blockquote><hr><p>Two<br>three</p>"],
    ["a comment, which no page shows", "<p>One</p><!-- note -->"],
    ["a table", "<table>\n  <tr>\n    <td>1</td>\n    <td>2</td>\n  </tr>\n</table>"],
    [
      "a table with all its parts",
      '<table class="w-full"><thead><tr class="bg-x"><th scope="col">Pest</th><th>Visits</th></tr></thead><tbody><tr><td>Ants</td><td><strong>2</strong> a year</td></tr></tbody><tfoot><tr><td>All</td><td></td></tr></tfoot></table>',
    ],
    [
      "a table with cells over several columns and rows",
      '<table><tbody><tr><th colspan="2">Pests</th></tr><tr><td rowspan="2" width="50%">Ants</td><td>1</td></tr><tr><td>2</td></tr></tbody></table>',
    ],
    [
      "lists and paragraphs in cells",
      "<table><tbody><tr><td>Inside<ul><li>attic</li></ul></td><td><p>One</p><p>Two</p></td></tr></tbody></table>",
    ],
    ["a table without rows of its own", "<table><thead><tr><th>1</th></tr></thead></table>"],
  ])("opens %s", (_, html) => {
    expect(openHtml(html)).toEqual({ html });
  });

  it.each([
    [
      "a table with a caption",
      "<table><caption>Pests</caption><tbody><tr><td>1</td></tr></tbody></table>",
      "<caption>",
    ],
    [
      "a table with rows of unequal length",
      "<table><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></tbody></table>",
      "tables with uneven rows",
    ],
    [
      "a class of a part of a table",
      '<table><thead class="bg-x"><tr><th>1</th></tr></thead><tbody><tr><td>2</td></tr></tbody></table>',
      "class of <thead>",
    ],
    ["a box", '<div class="grid"><p>One</p></div>', "<div>"],
    ["a span", '<p>One <span class="text-xl">two</span></p>', "<span>"],
    ["a video", "<video></video>", "<video>"],
    ["an attribute", '<p id="here">One</p>', "id of <p>"],
    ["a code block", "<pre><code>a\n  b</code></pre>", "<pre>"],
    ["details", "<details><summary>One</summary><p>Two</p></details>", "<details>"],
  ])("does not open %s", (_, html, lost) => {
    const opened = openHtml(html);
    expect("lost" in opened && opened.lost).toContain(lost);
  });

  it("opens text without tags as the server stores it", () => {
    expect(
      openHtml("Look first.\nThen treat.\n\n- attic\n\n- wall\n\n1. one\n2) two < three"),
    ).toEqual({
      html: "<p>Look first.<br>Then treat.</p>\n<ul><li>attic</li><li>wall</li></ul>\n<ol><li>one</li><li>two &#60; three</li></ol>",
    });
  });
});

describe("tidyHtml", () => {
  it("writes list items without paragraphs, and nothing for an empty text", () => {
    expect(tidyHtml("<p>One</p><ul><li><p>Two</p></li></ul>")).toBe(
      "<p>One</p>\n<ul><li>Two</li></ul>",
    );
    expect(tidyHtml("<p></p>")).toBe("");
  });

  it("writes the parts of a table, and cells without paragraphs", () => {
    expect(
      tidyHtml(
        '<table><tbody><tr data-section="thead"><th><p>Pest</p></th></tr><tr><td><p>Ants</p></td></tr></tbody></table>',
      ),
    ).toBe(
      "<table><thead><tr><th>Pest</th></tr></thead><tbody><tr><td>Ants</td></tr></tbody></table>",
    );
  });
});

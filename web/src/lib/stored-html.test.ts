import { expect, test } from "vitest";
import { adaptStoredHtml } from "./stored-html";

const scroller = '<div role="group" aria-label="Table" tabindex="0" class="overflow-x-auto">';

test.each([
  ["<h1>Ants</h1>", "<h2>Ants</h2>"],
  ['<h1 class="text-4xl">Ants</h1><h2>Signs</h2>', '<h2 class="text-4xl">Ants</h2><h2>Signs</h2>'],
  ["<p>5 &lt;h1&gt; 3</p><hr>", "<p>5 &lt;h1&gt; 3</p><hr>"],
  [
    '<table class="w-full"><thead></thead></table>',
    `${scroller}<table class="w-full"><thead></thead></table></div>`,
  ],
  [
    "<table><tr><td><table></table></td></tr></table>",
    `${scroller}<table><tr><td>${scroller}<table></table></div></td></tr></table></div>`,
  ],
  ['<iframe src="/m"></iframe>', '<iframe loading="lazy" src="/m"></iframe>'],
  ['<iframe src="/m" loading="eager"></iframe>', '<iframe src="/m" loading="eager"></iframe>'],
  ["", ""],
])("%s becomes %s", (html, fitting) => {
  expect(adaptStoredHtml(html)).toBe(fitting);
});

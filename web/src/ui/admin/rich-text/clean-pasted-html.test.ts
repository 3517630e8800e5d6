import { expect, it } from "vitest";
import { cleanPastedHtml } from "./clean-pasted-html";

it.each([
  ["classes and styles", '<p class="MsoNormal" style="margin:0">a</p>', "<p>a</p>"],
  ["the wrapper of Google Docs", '<b style="font-weight:normal"><p>a</p></b>', "<p>a</p>"],
  ["style sheets", "<style>p{}</style><p>a</p>", "<p>a</p>"],
  [
    "Word's lists",
    "<p style='mso-list:l0 level1'><span style='mso-list:Ignore'>·</span>a</p><p style='mso-list:l0 level1'>b</p>",
    "<ul><li>a</li><li>b</li></ul>",
  ],
])("cleans %s", (_, html, clean) => {
  expect(cleanPastedHtml(html)).toBe(clean);
});

import { HtmlValidate } from "html-validate";
import { nuRules } from "./harness/html-rules";
import { expect, test } from "./harness/test";
import { publicPaths } from "./screens/site";

const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  plugins: [nuRules],
  rules: {
    "nu/url": "error",
    "nu/time": "error",
    "nu/section": "error",
    // Style rules: React's output is valid but breaks them.
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "no-trailing-whitespace": "off",
    "no-inline-style": "off",
    "long-title": "off",
  },
});

test("the HTML of every page is valid", async ({ request }) => {
  for (const path of [
    ...publicPaths,
    "/admin",
    "/admin/none",
    "/no/such/page",
    "/services/none",
    "/blog/none",
  ]) {
    const html = await (await request.get(path)).text();
    const report = await validator.validateString(html);
    const errors = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line, column, selector }) => {
        const place = html.split("\n")[line - 1]?.slice(Math.max(0, column - 60), column + 60);
        return `${ruleId}: ${message} (${selector}) …${place}…`;
      }),
    );
    expect(errors, path).toEqual([]);
  }
});

import { type DOMReadyEvent, type HtmlElement, type Plugin, Rule } from "html-validate";

const headings = "h1, h2, h3, h4, h5, h6";
const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** A rule that looks at elements one by one. */
function rule(selector: string, problemOf: (element: HtmlElement) => string | undefined) {
  return class extends Rule {
    override setup(): void {
      this.on("dom:ready", ({ document }: DOMReadyEvent) => {
        for (const element of document.querySelectorAll(selector)) {
          const problem = problemOf(element);
          if (problem) this.report(element, problem);
        }
      });
    }
  };
}

/** What the Nu HTML checker reports and html-validate has no rule for. */
export const nuRules: Plugin = {
  name: "nu",
  rules: {
    "nu/url": rule("[href], [src]", (element) => {
      const url = element.getAttributeValue("href") ?? element.getAttributeValue("src") ?? "";
      return /\s/.test(url) ? `the URL ${url} has white space` : undefined;
    }),
    "nu/time": rule("time", (element) => {
      const value = element.getAttributeValue("datetime") ?? "";
      return time.test(value) ? undefined : `"${value}" is not a valid datetime`;
    }),
    "nu/section": rule("section", (element) =>
      element
        .querySelectorAll(headings)
        .some((heading) => heading.closest("section, article, aside, nav")?.isSameNode(element))
        ? undefined
        : "a section has no heading of its own",
    ),
  },
};

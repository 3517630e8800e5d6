import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { classVariants, templateClasses } from "./template-classes";
import { variables } from "./variables";

const variableOptions: Completion[] = variables.map(([label, info]) => ({
  label,
  detail: info,
  type: "variable",
}));
const classOptions: Completion[] = [
  ...templateClasses.map((label) => ({ label, type: "class" })),
  ...classVariants.map((label) => ({ label, type: "keyword" })),
];

// An attribute longer than this is not searched for its beginning.
const searched = 2000;

/** Offers variables after "{" and class names inside a class attribute. */
export function templateCompletions(context: CompletionContext): CompletionResult | null {
  const variable = context.matchBefore(/\{\w*/);
  // Without validFor the list ignores clicks until it was built anew, a moment after each letter.
  if (variable) return { from: variable.from, options: variableOptions, validFor: /^\{\w*$/ };
  const before = context.state.sliceDoc(Math.max(0, context.pos - searched), context.pos);
  const typed = /\sclass\s*=\s*(?:"[^"]*|'[^']*)$/.test(before) && /[^\s"']*$/.exec(before)?.[0];
  if (typed === false || typed === undefined) return null;
  // Variants such as md: are typed or completed on their own.
  const name = typed.slice(typed.lastIndexOf(":") + 1);
  return { from: context.pos - name.length, options: classOptions, validFor: /^[\w./-]*$/ };
}

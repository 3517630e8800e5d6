import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { templateCompletions } from "./template-completions";

/** The completions at the end of a text. */
function at(doc: string) {
  const result = templateCompletions(
    new CompletionContext(EditorState.create({ doc }), doc.length, false),
  );
  return (
    result && {
      from: result.from,
      labels: result.options.map(({ label }) => label),
      validFor: result.validFor as RegExp,
    }
  );
}

test("variables are offered after a brace", () => {
  expect(at("<h2>{na")).toMatchObject({
    from: 4,
    labels: ["{name}", "{shortDescription}", "{fullDescription}", "{features}", "{imageUrl}"],
  });
});

test("class names are offered inside a class attribute, also after a variant", () => {
  expect(at('<p class="text-xl md:gri')).toMatchObject({ from: 21 });
  expect(at('<p class="')?.labels).toEqual(
    expect.arrayContaining(["section", "grid-cols-2", "rounded-lg", "bg-amber-100", "p-4", "md:"]),
  );
});

test("what is offered can be chosen while more of it is typed", () => {
  expect("{nam").toMatch(at("<h2>{na")?.validFor ?? "not offered");
  expect("grid").toMatch(at('<p class="gri')?.validFor ?? "not offered");
  expect("{name}").not.toMatch(at("<h2>{na")?.validFor ?? "{name}");
});

test("no class names are offered elsewhere", () => {
  expect(at('<p class="a">gri')).toBeNull();
  expect(at('<p title="gri')).toBeNull();
});

import { screen, waitFor } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { Textarea } from "../textarea";
import { FormDialog } from "./form-dialog";
import { TooltipProvider } from "./tooltip";
import { useFormConflict } from "./use-conflict";

interface Item {
  title: string;
  text: string;
  shown: boolean;
  updatedAt: string;
}

const original: Item = { title: "Ants", text: "one two three", shown: true, updatedAt: "1" };
const labels = { title: "Title", text: "Text", shown: "Shown" };
const valuesOf = ({ updatedAt, ...item }: Item) => ({ ...item, basedOn: updatedAt });
type Values = ReturnType<typeof valuesOf> & { note?: string };

/** A form whose first save is refused with their version; later ones are reported. */
function ItemForm({ theirs, onSave }: { theirs: Item; onSave: (values: Values) => void }) {
  const form = useForm<Values>({ defaultValues: { ...valuesOf(original), note: "" } });
  const send = (values: Values) => {
    if (values.basedOn === original.updatedAt) conflict.resolves(theirs);
    else onSave(values);
  };
  const conflict = useFormConflict(form, { labels, valuesOf, save: send });
  return (
    <FormDialog
      title="Item"
      submitLabel="Save"
      pending={false}
      dirty={form.formState.isDirty}
      conflict={conflict}
      onSubmit={form.handleSubmit(send)}
      onClose={() => {}}
    >
      <Textarea aria-label="Title" {...form.register("title")} />
      <Textarea aria-label="Text" {...form.register("text")} />
      <Textarea aria-label="Note" {...form.register("note")} />
    </FormDialog>
  );
}

function setUp(theirs: Partial<Item>) {
  const onSave = vi.fn();
  const stored = { ...original, ...theirs, updatedAt: "2" };
  const { user } = renderWithPage(
    <TooltipProvider>
      <ItemForm theirs={stored} onSave={onSave} />
    </TooltipProvider>,
  );
  const type = async (name: string, text: string) => {
    await user.clear(screen.getByRole("textbox", { name }));
    await user.type(screen.getByRole("textbox", { name }), text);
  };
  const save = () => user.click(screen.getByRole("button", { name: "Save" }));
  return { user, onSave, type, save };
}

test("a change elsewhere in the record asks nothing", async () => {
  const { onSave, type, save } = setUp({});
  await type("Text", "mine");
  await save();
  expect(onSave).toHaveBeenCalledExactlyOnceWith({
    ...valuesOf(original),
    text: "mine",
    note: "",
    basedOn: "2",
  });
  expect(screen.queryByRole("radio")).toBeNull();
});

test("changes that do not touch are combined, and what the record lacks stays", async () => {
  const { onSave, type, save } = setUp({ text: "one two THREE", shown: false });
  await type("Text", "ONE two three");
  await type("Title", "Bees");
  await type("Note", "kept");
  await save();
  expect(await screen.findByRole("radio", { name: "Combine both" })).toBeChecked();
  expect(
    screen.getAllByRole("group").map((group) => group.querySelector("legend")?.textContent),
  ).toEqual(["Text", "Shown"]);
  await save();
  expect(onSave).toHaveBeenCalledExactlyOnceWith({
    title: "Bees",
    text: "ONE two THREE",
    shown: false,
    note: "kept",
    basedOn: "2",
  });
});

test("a choice that is missing is asked for", async () => {
  const { user, onSave, type, save } = setUp({ text: "one 2 three" });
  await type("Text", "one zwei three");
  await save();
  expect(await screen.findByRole("heading", { name: /Somebody else/ })).toHaveFocus();
  await save();
  expect(onSave).not.toHaveBeenCalled();
  expect(screen.getByRole("alert")).toHaveTextContent("Choose one version");
  expect(screen.getByRole("radio", { name: "Keep mine" })).toHaveFocus();

  await user.click(screen.getByRole("radio", { name: "Take theirs" }));
  await user.click(screen.getByRole("button", { name: "Continue Editing" }));
  expect(screen.getByRole("textbox", { name: "Text" })).toHaveValue("one 2 three");
  await type("Text", "one 2 or zwei three");
  await save();
  await waitFor(() =>
    expect(onSave).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ text: "one 2 or zwei three", basedOn: "2" }),
    ),
  );
});

import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError } from "@/api/client";
import { renderWithPage } from "@/testing/render";
import { toasts } from "@/ui/admin/toasts";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { Textarea } from "@/ui/textarea";
import { RecordDialog } from "../record-dialog";
import { useRecordForm } from "../record-form";

interface Item {
  id: number;
  title: string;
  text: string;
  shown: boolean;
  updatedAt: string;
}

type Values = { title: string; text: string; shown: boolean; note: string };

const original: Item = { id: 7, title: "Ants", text: "one two three", shown: true, updatedAt: "1" };
const labels = { title: "Title", text: "Text", shown: "Shown" };

/** A form whose saves are refused with each of their versions; later ones are reported. */
function ItemForm({ theirs, onSave }: { theirs: Item[]; onSave: (edit: object) => void }) {
  const form = useRecordForm<Item, Values, object>({
    kind: "item",
    copyId: "7",
    record: original,
    labels,
    valuesOf: (item = original) => ({
      title: item.title,
      text: item.text,
      shown: item.shown,
      note: "",
    }),
    editOf: (values, { version }) => ({ ...values, ...version }),
    save: {
      isPending: false,
      mutate: (edit, { onError }) => {
        const stored = theirs.shift();
        if (!stored) onSave(edit);
        else onError(new ApiError(409, JSON.stringify({ success: false, data: stored }), ""));
      },
    },
    success: () => ({ title: "Saved" }),
    failure: { title: "Not saved", text: "No reason was given." },
  });
  return (
    <RecordDialog form={form} title="Item" submitLabel="Save" onClose={() => {}}>
      <Textarea aria-label="Title" {...form.fields.register("title")} />
      <Textarea aria-label="Text" {...form.fields.register("text")} />
      <Textarea aria-label="Note" {...form.fields.register("note")} />
    </RecordDialog>
  );
}

function setUp(...theirs: Partial<Item>[]) {
  const onSave = vi.fn();
  const stored = theirs.map((item, index) => ({
    ...original,
    ...item,
    updatedAt: String(index + 2),
  }));
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
    title: "Ants",
    text: "mine",
    shown: true,
    note: "",
    id: 7,
    basedOn: "2",
  });
  expect(screen.queryByRole("radio")).toBeNull();
});

test("a second refusal is compared with the version of the first one", async () => {
  const { onSave, type, save } = setUp({ title: "Bees" }, { title: "Bees" });
  await type("Text", "mine");
  await save();
  expect(await screen.findByRole("radio", { name: "Take theirs" })).toBeChecked();
  await save();
  // Their title was taken over from the first refusal, so nobody has changed it since.
  await waitFor(() =>
    expect(onSave).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ title: "Bees", text: "mine", basedOn: "3" }),
    ),
  );
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
    id: 7,
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
  expect(toasts.snapshot()).toMatchObject([{ title: "Not saved", open: true }]);
  await user.click(screen.getByRole("button", { name: "Continue Editing" }));
  // The failure is settled, and so is what was said of it.
  expect(toasts.snapshot()).toMatchObject([{ title: "Not saved", open: false }]);
  expect(screen.getByRole("textbox", { name: "Text" })).toHaveValue("one 2 three");
  await type("Text", "one 2 or zwei three");
  await save();
  await waitFor(() =>
    expect(onSave).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ text: "one 2 or zwei three", basedOn: "2" }),
    ),
  );
});

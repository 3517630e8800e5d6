import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError, type Envelope } from "@/api/client";
import { fakeCopyStore } from "@/testing/fake-copy-store";
import { renderWithPage } from "@/testing/render";
import { toasts } from "@/ui/admin/toasts";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { Textarea } from "@/ui/textarea";
import { CopiesProvider } from "./copies/working-copies";
import { RecordDialog } from "./record-dialog";
import { deletedNotice, useRecordForm } from "./record-form";

interface Item {
  id: number;
  text: string;
  updatedAt: string;
}

/** As the dashboard has had it since yesterday. */
const known: Item = { id: 7, text: "Yesterday", updatedAt: "1" };

interface ItemFormProps {
  load: () => Promise<Item | null>;
  onSave: (edit: object) => Envelope<unknown> | Error;
}

function ItemForm({ load, onSave }: ItemFormProps) {
  const form = useRecordForm<Item, { text: string }, object>({
    kind: "item",
    copyId: "7",
    record: known,
    load,
    labels: { text: "Text" },
    valuesOf: (item = known) => ({ text: item.text }),
    editOf: (values, { version }) => ({ ...values, ...version }),
    save: {
      isPending: false,
      mutate: (edit, { onSuccess, onError }) => {
        const result = onSave(edit);
        if (result instanceof Error) onError(result);
        else onSuccess(result);
      },
    },
    success: () => ({ title: "Saved" }),
    failure: { title: "Update failed", text: "No reason was given." },
  });
  return (
    <RecordDialog form={form} title="Item" submitLabel="Save" onClose={() => {}}>
      <Textarea aria-label="Text" {...form.fields.register("text")} />
      <p>{form.errorOf("text")}</p>
    </RecordDialog>
  );
}

const onSave = vi.fn<ItemFormProps["onSave"]>();

beforeEach(() => {
  onSave.mockReset().mockReturnValue({ success: true });
});

function open(load: ItemFormProps["load"], store = fakeCopyStore()) {
  const { user } = renderWithPage(
    <TooltipProvider>
      <CopiesProvider store={store}>
        <ItemForm load={load} onSave={onSave} />
      </CopiesProvider>
    </TooltipProvider>,
  );
  return { user, store };
}

const box = () => screen.findByRole("textbox", { name: "Text" });
const save = () => screen.getByRole("button", { name: "Save" });

test("a form shows that it loads, and starts from the current version", async () => {
  let answer = (_: Item) => {};
  const { user } = open(() => new Promise((resolve) => (answer = resolve)));
  expect(screen.getByRole("dialog", { name: "Item" })).toHaveTextContent("Loading...");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(save()).toBeDisabled();
  answer({ ...known, text: "Today", updatedAt: "2" });
  expect(await box()).toHaveValue("Today");
  expect(await box()).toHaveFocus();
  await user.type(await box(), "!");
  await user.click(save());
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ text: "Today!", id: 7, basedOn: "2" });
});

test("without an answer it starts from the version that was seen last", async () => {
  const { user } = open(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(await box()).toHaveValue("Yesterday");
  await user.click(save());
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ text: "Yesterday", id: 7, basedOn: "1" });
});

test("a record that was deleted is created again by the next save", async () => {
  const { user } = open(async () => null);
  expect(await screen.findByRole("alert")).toHaveTextContent(deletedNotice);
  await user.click(save());
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ text: "Yesterday" });
});

test("so is one that is deleted while the form is open", async () => {
  const { user } = open(async () => known);
  onSave.mockReturnValueOnce(new ApiError(404, '{"success":false,"message":"Gone."}', ""));
  await user.type(await box(), "!");
  await user.click(save());
  expect(await screen.findByRole("alert")).toHaveTextContent(deletedNotice);
  expect(toasts.snapshot()[0]).toMatchObject({ title: "Update failed", description: "Gone." });
  await user.click(save());
  expect(onSave).toHaveBeenLastCalledWith({ text: "Yesterday!" });
});

test("a key that another record has is a refused field, not a conflict", async () => {
  const { user } = open(async () => known);
  const body = { success: false, message: "It is taken.", field: "text", data: { id: 8 } };
  onSave.mockReturnValueOnce(new ApiError(409, JSON.stringify(body), ""));
  await user.type(await box(), "!");
  await user.click(save());
  expect(await screen.findByText("It is taken.")).toBeVisible();
  expect(screen.queryByRole("radio")).toBeNull();
});

test("what is typed is kept quietly, with the time", async () => {
  const { user } = open(async () => known);
  await user.type(await box(), "!");
  expect(await screen.findByText(/^Draft saved \d+:\d\d/)).toBeVisible();
  await user.click(save());
  await waitFor(() => expect(screen.queryByText(/^Draft saved/)).toBeNull());
});

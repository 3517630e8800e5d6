import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { neverSaved } from "@/api/admin/client";
import type { KeptCopy } from "@/editing/copies/copy-merge";
import { CopiesProvider } from "@/editing/copies/working-copies";
import { deletedNotice } from "@/editing/record-form";
import { fakeCopyStore } from "@/testing/fake-copy-store";
import {
  company,
  type FormCase,
  item,
  monday,
  recordForms,
  records,
  service,
  tuesday,
} from "@/testing/record-forms";
import { renderWithPage } from "@/testing/render";
import { ImagePickerContext } from "@/ui/admin/image-picker";
import { toasts } from "@/ui/admin/toasts";
import { TooltipProvider } from "@/ui/admin/tooltip";

const sent = vi.fn();
const loaded = vi.fn();
/** The response to the next save. */
let respond: () => Response | Promise<Response>;
/** The responses to what forms load; null for a record that was deleted. */
let stored: Record<string, unknown>;

beforeEach(() => {
  sent.mockReset();
  loaded.mockReset();
  stored = records;
  respond = () => Response.json({ success: true, data: { ...company, template: "Saved" } });
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
    const answer = (data: unknown) => Response.json({ success: true, data });
    if (path === "/api/admin/company/palette") {
      return answer({ light: {}, dark: {}, presets: [] });
    }
    if (path.startsWith("/api/admin/preview/")) return answer({ pages: [], more: false });
    if (method === "GET") {
      loaded(path);
      const data = path in stored ? stored[path] : [item];
      return data === null ? Response.json({ success: false }, { status: 404 }) : answer(data);
    }
    sent(JSON.parse(String(body)));
    return respond();
  });
});

// The dialogs stay open after a save, because nothing here closes them. So whatever a form still does
// after a save is seen.
const hidden = true; // Elements outside the topmost dialog are wanted too.

async function openForm({ form, open = [] }: FormCase, store = fakeCopyStore()) {
  const { user } = renderWithPage(
    <TooltipProvider>
      <CopiesProvider store={store}>
        <ImagePickerContext value={{ upload: () => {}, uploadAtOnce: () => {}, choose: () => {} }}>
          {form}
        </ImagePickerContext>
      </CopiesProvider>
    </TooltipProvider>,
  );
  for (const name of open) {
    const button = await screen.findByRole("button", { name });
    loaded.mockReset();
    await user.click(button);
  }
  return user;
}

/** Opens a form that offers to continue with a copy. */
async function openWithCopy(form: FormCase, copy: KeptCopy) {
  const store = fakeCopyStore(copy);
  const user = await openForm(form, store);
  const resume = await screen.findByRole("button", {
    name: /^Continue where you left off/,
    hidden,
  });
  expect(store.find).toHaveBeenLastCalledWith(form.kind, expect.any(String));
  return { user, store, resume };
}

/** A working copy of a form, typed when the record was another one or as it is now. */
function copyOf({ field, typed = (text) => text }: FormCase, basedOn: string, began: string) {
  const original = { [field]: typed(began) };
  const values = { [field]: typed("Mine") };
  return { id: "copy", basedOn, original, values, savedAt: Date.now() - 60_000 };
}

const boxOf = ({ label }: FormCase) =>
  screen.findByLabelText(label, { selector: "input, textarea" });

const everyForm = Object.entries(recordForms);
const formsThatLoad = everyForm.filter(([, { loads }]) => loads);
const deletable = everyForm.filter(([, form]) => form.deletable);
const formsThatStay = everyForm.filter(([, { stays }]) => stays);

test.each(formsThatLoad)("opening asks for the current version, once: %s", async (_, form) => {
  stored = JSON.parse(JSON.stringify(records).replaceAll("Theirs", "Newest"));
  await openForm(form);
  expect(await boxOf(form)).toHaveValue("Newest");
  expect(loaded.mock.calls.filter(([path]) => path === form.loads)).toHaveLength(1);
});

test.each(deletable)(
  "a record that was deleted meanwhile is created again: %s",
  async (_, form) => {
    const user = await openForm(form);
    const box = await boxOf(form);
    await user.clear(box);
    await user.type(box, "Mine");
    respond = () => Response.json({ success: false, message: "Gone." }, { status: 404 });
    await user.click(screen.getByRole("button", { name: form.save }));
    await screen.findByText(deletedNotice);
    respond = () => Response.json({ success: true, data: service });
    await user.click(screen.getByRole("button", { name: form.save }));
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
    const [first, second] = sent.mock.calls.map(([edit]) => edit);
    expect(first).toMatchObject({ id: 7, basedOn: tuesday });
    expect(second).toMatchObject({ [form.field]: "Mine" });
    expect(second).not.toHaveProperty("id");
    expect(second.basedOn ?? neverSaved).toBe(neverSaved);
  },
);

test.each(formsThatStay)("a second save is based on the first one: %s", async (_, form) => {
  const { save, text = "Another" } = form;
  const user = await openForm(form);
  const wednesday = "2026-03-04T12:00:00Z";
  respond = () => {
    const { brand = company.brand, ...edit } = sent.mock.lastCall?.[0] ?? {};
    const record = { ...service, ...company, ...edit, brand, updatedAt: wednesday };
    return Response.json({ success: true, data: record });
  };
  for (const typed of [text, text.replace(/.$/, "6")]) {
    await user.clear(await boxOf(form));
    await user.type(await boxOf(form), typed);
    toasts.show({ title: "Not saved yet" });
    await user.click(screen.getByRole("button", { name: save }));
    await waitFor(() => expect(toasts.snapshot()[0]?.title).toMatch(/updated|Saved/));
  }
  expect(sent.mock.calls.map(([{ basedOn }]) => basedOn)).toEqual([tuesday, wednesday]);
});

test.each(everyForm)(
  "a copy of an older version opens in the conflict view: %s",
  async (_, form) => {
    const { user, resume } = await openWithCopy(form, copyOf(form, monday, "Before"));
    await user.click(resume);
    await screen.findByRole("heading", { name: "Somebody else saved this first", hidden });
    expect(sent).not.toHaveBeenCalled();
    await user.click(screen.getByRole("radio", { name: "Keep mine", hidden }));
    await user.click(screen.getByRole("button", { name: form.save, hidden }));
    // Based on what somebody else has saved, so that the server does not refuse it.
    await waitFor(() =>
      expect(sent).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({
          ...(form.sent?.("Mine") ?? { [form.field]: "Mine" }),
          basedOn: tuesday,
        }),
      ),
    );
  },
);

test.each(everyForm)(
  "a field that the server refuses is marked and focused: %s",
  async (_, form) => {
    const { label, field, apiField = field, save, text = "Another" } = form;
    const { user } = await openWithCopy(form, copyOf(form, monday, "Before"));
    respond = () =>
      Response.json(
        { success: false, message: "No.", field: apiField, rule: "is no good" },
        { status: 400 },
      );
    const box = screen.getByLabelText(label, { selector: "input, textarea" });
    await user.clear(box);
    await user.type(box, text);
    await user.click(screen.getByRole("button", { name: save, hidden }));
    await waitFor(() => expect(box).toHaveAttribute("aria-invalid", "true"));
    expect(sent).toHaveBeenCalledOnce();
    expect(box).toHaveAccessibleDescription(/Is no good\./);
    await waitFor(() => expect(box).toHaveFocus());
  },
);

test.each(everyForm)(
  "while a save is pending no copy is continued, and afterwards none is kept: %s",
  async (_, form) => {
    const { label, save, text = "Another" } = form;
    const { user, store, resume } = await openWithCopy(form, copyOf(form, tuesday, "Before"));
    let finish = () => {};
    respond = () =>
      new Promise((resolve) => {
        finish = () =>
          resolve(Response.json({ success: true, data: { ...company, template: "Saved" } }));
      });
    const box = screen.getByLabelText(label, { selector: "input, textarea" });
    await user.clear(box);
    await user.type(box, text);
    const own = store.keep.mock.lastCall?.[1].id;
    await user.click(screen.getByRole("button", { name: save, hidden }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    await user.click(resume);
    expect(box).toHaveValue(text);
    const [shown] = toasts.snapshot();
    finish();
    await waitFor(() => expect(store.remove).toHaveBeenCalledWith(expect.anything(), own));
    await waitFor(() => expect(toasts.snapshot()[0]).not.toBe(shown));
    const [lastKept = 0] = store.keep.mock.invocationCallOrder.slice(-1);
    const [lastRemoved = 0] = store.remove.mock.invocationCallOrder.slice(-1);
    expect(lastRemoved).toBeGreaterThan(lastKept);
  },
);

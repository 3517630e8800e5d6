import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { fakeCopyStore } from "@/testing/fake-copy-store";
import { ToastSlot } from "@/ui/admin/toast-slot";
import { Toaster } from "@/ui/admin/toaster";
import { toasts } from "@/ui/admin/toasts";
import type { KeptCopy } from "./copy-merge";
import { useWorkingCopy } from "./use-working-copy";
import { CopiesProvider } from "./working-copies";

beforeEach(() => {
  for (const { id } of toasts.snapshot()) toasts.dismiss(id);
});

const kept: KeptCopy = {
  id: "7",
  basedOn: "monday",
  original: { text: "Ants" },
  values: { text: "Ants and more" },
  savedAt: Date.now() - 12 * 60_000,
};

/** The ID of the copy that an open form keeps. */
const ownId = expect.stringMatching(/^7~/);

interface FormProps {
  saved?: string;
  version?: string;
  draft?: string;
}

function Form({ saved = "Ants", version = "monday", draft = saved }: FormProps) {
  const [text, setText] = useState(draft);
  const base = { text: saved, version };
  const { offer, settle } = useWorkingCopy({
    kind: "post",
    id: "7",
    basedOn: base.version,
    title: "Ants",
    original: { text: base.text },
    values: { text },
    dirty: text !== base.text,
    labels: { text: "Text" },
    onContinue: ({ values }) => setText(values.text),
  });
  return (
    <>
      {offer}
      <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={settle}>
        Save
      </button>
    </>
  );
}

type Store = ReturnType<typeof fakeCopyStore>;

function Opened({ store, form }: { store: Store; form: FormProps }) {
  const [shown, setShown] = useState(true);
  return (
    <CopiesProvider store={store}>
      {shown && <Form {...form} />}
      <button type="button" onClick={() => setShown(!shown)}>
        Close or open
      </button>
      <ToastSlot />
      <Toaster />
    </CopiesProvider>
  );
}

async function open(store: Store, props: FormProps = {}) {
  render(<Opened store={store} form={props} />);
  await waitFor(() => expect(store.find).toHaveBeenCalledWith("post", "7"));
  return userEvent.setup();
}

const box = () => screen.getByRole("textbox", { name: "Text" });
const resume = () => screen.findByRole("button", { name: /^Continue where you left off/ });

test("what is typed is kept, and removed when it is typed back", async () => {
  const store = fakeCopyStore();
  const user = await open(store);
  await user.type(box(), "!");
  expect(store.keep).toHaveBeenLastCalledWith(
    "post",
    { id: ownId, basedOn: "monday", original: { text: "Ants" }, values: { text: "Ants!" } },
    "Ants",
    undefined,
  );
  await user.type(box(), "{Backspace}");
  expect(store.remove).toHaveBeenLastCalledWith("post", store.keep.mock.lastCall?.[1].id);
});

test("what was saved is removed once", async () => {
  const store = fakeCopyStore();
  const user = await open(store);
  await user.type(box(), "!");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(store.remove).toHaveBeenCalledExactlyOnceWith("post", ownId);
});

test("a copy is offered with its age and fields, and continued", async () => {
  const store = fakeCopyStore(kept);
  const user = await open(store);
  expect(await resume()).toHaveTextContent("Continue where you left off (12 minutes ago)");
  expect(screen.getByText("Changed: Text")).toBeVisible();
  await user.click(await resume());
  expect(box()).toHaveValue("Ants and more");
  expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
  await user.type(box(), "!");
  // Another tab may still keep what it has under the ID of the copy.
  expect(store.keep.mock.lastCall?.[1]).toMatchObject({
    id: ownId,
    values: { text: "Ants and more!" },
  });
  expect(store.keep.mock.calls.flatMap(([, , , continued]) => continued ?? [])).toEqual([kept]);
});

test("a copy can be discarded", async () => {
  const store = fakeCopyStore(kept);
  const user = await open(store);
  await resume();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(store.removeFound).toHaveBeenCalledExactlyOnceWith("post", kept);
  expect(screen.queryByRole("button", { name: /^Continue/ })).toBeNull();
  expect(box()).toHaveValue("Ants");
});

test("typing beside an offer replaces no copy, and can be continued too", async () => {
  const store = fakeCopyStore(kept);
  const user = await open(store);
  await resume();
  await user.type(box(), "?");
  expect(store.keep.mock.lastCall?.[1].id).toEqual(ownId);
  await user.click(await resume());
  expect(box()).toHaveValue("Ants and more");
  await user.click(await resume());
  expect(box()).toHaveValue("Ants?");
  expect(store.remove).not.toHaveBeenCalled();
});

test("a copy that equals the record is removed without a question", async () => {
  const store = fakeCopyStore(kept);
  await open(store, { saved: "Ants and more", version: "tuesday" });
  await waitFor(() => expect(store.removeFound).toHaveBeenCalledExactlyOnceWith("post", kept));
  expect(screen.queryByRole("button", { name: /^Continue/ })).toBeNull();
});

test("a form that was left as it is goes on under the same copy", async () => {
  const store = fakeCopyStore(kept);
  const user = await open(store, { draft: "Ants and more" });
  expect(store.keep).not.toHaveBeenCalled();
  await user.type(box(), "!");
  expect(store.keep.mock.lastCall?.[1].id).toBe("7");
  expect(screen.queryByRole("button", { name: /^Continue/ })).toBeNull();
});

test("a copy whose field was saved by somebody else says so", async () => {
  const store = fakeCopyStore(kept);
  await open(store, { saved: "Bees", version: "tuesday" });
  expect(await screen.findByText(/^This was saved by somebody since/)).toBeVisible();
});

const closeOrOpen = () => screen.getByRole("button", { name: "Close or open" });

test("a form that is closed with changes says that they are kept, and continues with them", async () => {
  const store = fakeCopyStore();
  const user = await open(store);
  await user.type(box(), "!");
  fireEvent.click(closeOrOpen());
  // At once, because the toast closes after five seconds.
  expect(screen.getByText("Kept for later")).toBeVisible();
  expect(store.remove).not.toHaveBeenCalled();
  const [, copy] = store.keep.mock.lastCall ?? [];
  store.find.mockResolvedValue([{ ...(copy as KeptCopy), savedAt: Date.now() }]);
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await user.click(closeOrOpen());
  await waitFor(() => expect(box()).toHaveValue("Ants!"));
  expect(screen.queryByRole("button", { name: /^Continue where/ })).toBeNull();
});

test("what is kept can be discarded at once", async () => {
  const store = fakeCopyStore();
  const user = await open(store);
  await user.type(box(), "!");
  fireEvent.click(closeOrOpen());
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(store.remove).toHaveBeenCalledExactlyOnceWith("post", ownId);
});

test("a form that is closed without changes, or after a save, says nothing", async () => {
  const store = fakeCopyStore();
  const user = await open(store);
  await user.click(closeOrOpen());
  await user.click(closeOrOpen());
  await user.type(box(), "!");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.click(closeOrOpen());
  expect(screen.queryByText("Kept for later")).toBeNull();
});

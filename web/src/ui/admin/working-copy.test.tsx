import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { fakeCopyStore } from "@/testing/fake-copy-store";
import type { KeptCopy } from "./copy-merge";
import { CopyStoreContext, useWorkingCopy } from "./working-copy";

const kept: KeptCopy = {
  id: "7",
  basedOn: "monday",
  original: { text: "Ants" },
  values: { text: "Ants and more" },
  savedAt: Date.now() - 12 * 60_000,
};

interface FormProps {
  saved?: string;
  version?: string;
  draft?: string;
  onConflict?: (versions: unknown) => void;
}

function Form({ saved = "Ants", version = "monday", draft = saved, onConflict }: FormProps) {
  const [text, setText] = useState(draft);
  const [base, setBase] = useState({ text: saved, version });
  const { offer, settle } = useWorkingCopy({
    kind: "post",
    id: "7",
    basedOn: base.version,
    title: "Ants",
    original: { text: base.text },
    values: { text },
    dirty: text !== base.text,
    labels: { text: "Text" },
    onContinue: (values, basedOn, began) => {
      setText(values.text);
      setBase({ text: began.text, version: basedOn });
    },
    onConflict,
  });
  return (
    <>
      {offer}
      <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={settle}>
        Save
      </button>
      <button type="button" onClick={() => setBase({ text: saved, version })}>
        Keep mine
      </button>
    </>
  );
}

async function open(store: ReturnType<typeof fakeCopyStore>, props: FormProps = {}) {
  render(
    <CopyStoreContext value={store}>
      <Form {...props} />
    </CopyStoreContext>,
  );
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
    { id: "7", basedOn: "monday", original: { text: "Ants" }, values: { text: "Ants!" } },
    "Ants",
  );
  await user.type(box(), "{Backspace}");
  expect(store.remove).toHaveBeenLastCalledWith("post", "7");
});

test("what was saved is removed once", async () => {
  const store = fakeCopyStore();
  const user = await open(store);
  await user.type(box(), "!");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(store.remove).toHaveBeenCalledExactlyOnceWith("post", "7");
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
  expect(store.keep.mock.lastCall?.[1]).toMatchObject({
    id: "7",
    values: { text: "Ants and more!" },
  });
});

test("a copy can be discarded", async () => {
  const store = fakeCopyStore(kept);
  const user = await open(store);
  await resume();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(store.remove).toHaveBeenCalledExactlyOnceWith("post", "7");
  expect(screen.queryByRole("button", { name: /^Continue/ })).toBeNull();
  expect(box()).toHaveValue("Ants");
});

test("typing beside an offer replaces no copy, and can be continued too", async () => {
  const store = fakeCopyStore(kept);
  const user = await open(store);
  await resume();
  await user.type(box(), "?");
  const second = store.keep.mock.lastCall?.[1].id;
  expect(second).toMatch(/^7~/);
  await user.click(await resume());
  expect(box()).toHaveValue("Ants and more");
  await user.click(await resume());
  expect(box()).toHaveValue("Ants?");
  expect(store.remove).not.toHaveBeenCalled();
});

test("a copy that equals the record is removed without a question", async () => {
  const store = fakeCopyStore(kept);
  await open(store, { saved: "Ants and more", version: "tuesday" });
  await waitFor(() => expect(store.remove).toHaveBeenCalledExactlyOnceWith("post", "7"));
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

test("a copy whose field was saved by somebody else opens as a conflict", async () => {
  const store = fakeCopyStore(kept);
  const onConflict = vi.fn();
  const user = await open(store, { saved: "Bees", version: "tuesday", onConflict });
  expect(await screen.findByText(/^This was saved by somebody since/)).toBeVisible();
  await user.click(await resume());
  expect(onConflict).toHaveBeenCalledExactlyOnceWith({
    theirs: { text: "Bees" },
    base: { text: "Ants" },
    mine: { text: "Ants and more" },
  });
  expect(store.keep.mock.lastCall?.[1]).toMatchObject({
    id: "7",
    basedOn: "monday",
    original: { text: "Ants" },
  });
  // When the conflict is solved, the copy is based on their version, and no conflict the next time.
  await user.click(screen.getByRole("button", { name: "Keep mine" }));
  expect(store.keep.mock.lastCall?.[1]).toEqual({
    id: "7",
    basedOn: "tuesday",
    original: { text: "Bees" },
    values: { text: "Ants and more" },
  });
});

test("a copy of a new record is never a conflict", async () => {
  const store = fakeCopyStore({ ...kept, basedOn: "", original: { text: "" } });
  const onConflict = vi.fn();
  const user = await open(store, { saved: "Filled in", version: "", onConflict });
  await user.click(await resume());
  expect(box()).toHaveValue("Ants and more");
  expect(onConflict).not.toHaveBeenCalled();
});

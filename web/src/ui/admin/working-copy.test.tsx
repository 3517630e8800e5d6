import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import type { KeptCopy } from "./copy-merge";
import { type CopyStore, CopyStoreContext, useWorkingCopy } from "./working-copy";

const kept: KeptCopy = {
  id: "7",
  basedOn: "monday",
  original: { text: "Ants" },
  values: { text: "Ants and more" },
  savedAt: Date.now() - 12 * 60_000,
};

function storeWith(...copies: KeptCopy[]) {
  return {
    find: vi.fn<CopyStore["find"]>(async () => copies),
    keep: vi.fn<CopyStore["keep"]>(),
    remove: vi.fn<CopyStore["remove"]>(),
  };
}

interface FormProps {
  saved?: string;
  version?: string;
  draft?: string;
  onBasedOn?: (basedOn: string) => void;
}

function Form({ saved = "Ants", version = "monday", draft = saved, onBasedOn }: FormProps) {
  const [text, setText] = useState(draft);
  const { offer, settle } = useWorkingCopy({
    kind: "post",
    id: "7",
    basedOn: version,
    title: "Ants",
    original: { text: saved },
    values: { text },
    dirty: text !== saved,
    labels: { text: "Text" },
    onContinue: (values, basedOn) => {
      setText(values.text);
      onBasedOn?.(basedOn);
    },
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

async function open(store: ReturnType<typeof storeWith>, props: FormProps = {}) {
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
  const store = storeWith();
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
  const store = storeWith();
  const user = await open(store);
  await user.type(box(), "!");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(store.remove).toHaveBeenCalledExactlyOnceWith("post", "7");
});

test("a copy is offered with its age and fields, and continued", async () => {
  const store = storeWith(kept);
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
  const store = storeWith(kept);
  const user = await open(store);
  await resume();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(store.remove).toHaveBeenCalledExactlyOnceWith("post", "7");
  expect(screen.queryByRole("button", { name: /^Continue/ })).toBeNull();
  expect(box()).toHaveValue("Ants");
});

test("typing beside an offer replaces no copy, and can be continued too", async () => {
  const store = storeWith(kept);
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
  const store = storeWith(kept);
  await open(store, { saved: "Ants and more", version: "tuesday" });
  await waitFor(() => expect(store.remove).toHaveBeenCalledExactlyOnceWith("post", "7"));
  expect(screen.queryByRole("button", { name: /^Continue/ })).toBeNull();
});

test("a form that was left as it is goes on under the same copy", async () => {
  const store = storeWith(kept);
  const user = await open(store, { draft: "Ants and more" });
  expect(store.keep).not.toHaveBeenCalled();
  await user.type(box(), "!");
  expect(store.keep.mock.lastCall?.[1].id).toBe("7");
  expect(screen.queryByRole("button", { name: /^Continue/ })).toBeNull();
});

test("a copy whose field was saved by somebody else keeps its version", async () => {
  const store = storeWith(kept);
  const onBasedOn = vi.fn();
  const user = await open(store, { saved: "Bees", version: "tuesday", onBasedOn });
  expect(await screen.findByText(/^This was saved by somebody since/)).toBeVisible();
  await user.click(await resume());
  expect(onBasedOn).toHaveBeenCalledExactlyOnceWith("monday");
  await user.type(box(), "!");
  expect(store.keep.mock.lastCall?.[1]).toMatchObject({
    basedOn: "monday",
    original: { text: "Ants" },
  });
});

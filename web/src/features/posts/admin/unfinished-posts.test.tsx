import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeCopyStore } from "@/testing/fake-copy-store";
import { mockApi, renderWithPage } from "@/testing/render";
import { type CopyStore, CopyStoreContext } from "@/ui/admin/working-copy";
import { UnfinishedPosts } from "./unfinished-posts";

function renderUnfinished(store: CopyStore) {
  const onContinue = vi.fn();
  const { user } = renderWithPage(
    <CopyStoreContext value={store}>
      <UnfinishedPosts onContinue={onContinue} />
    </CopyStoreContext>,
  );
  return { user, onContinue };
}

test("lists what the store has, also if only this browser has it", async () => {
  const copy = { basedOn: "", original: {}, savedAt: Date.now() };
  const store = fakeCopyStore(
    { ...copy, id: "new", values: { title: "Ants" } },
    { ...copy, id: "new~2", values: { content: "Bees sting." } },
  );
  const { user, onContinue } = renderUnfinished(store);
  await user.click(await screen.findByRole("button", { name: "Continue with Ants" }));
  expect(onContinue).toHaveBeenCalledExactlyOnceWith("new");
  await user.click(screen.getByRole("button", { name: "Discard the post without a title" }));
  expect(store.remove).toHaveBeenCalledExactlyOnceWith("post", "new~2");
  expect(store.find).toHaveBeenCalledWith("post", "new");
});

test("lists what was typed into a post that somebody has deleted, to create it again", async () => {
  mockApi({ "/api/blog-posts?id=7": [], "/api/blog-posts?id=8": [{ id: 8, title: "Bees" }] });
  const typed = {
    original: { title: "Ants" },
    basedOn: "2026-01-02T00:00:00Z",
    savedAt: Date.now(),
  };
  const deleted = { ...typed, id: "7~x", values: { title: "Ants", content: "New words" } };
  const store = fakeCopyStore(deleted, { ...typed, id: "8", values: { title: "Bees" } });
  store.find.mockImplementation(async (_, id) => (id === "7" ? [deleted] : []));
  const { user, onContinue } = renderUnfinished(store);
  await user.click(await screen.findByRole("button", { name: "Continue with Ants" }));
  expect(store.find).not.toHaveBeenCalledWith("post", "8");
  // All its fields are new now, also those that were not typed.
  expect(store.keep).toHaveBeenCalledExactlyOnceWith(
    "post",
    expect.objectContaining({ id: "new~7~x", original: {}, values: deleted.values }),
    "Ants",
  );
  expect(store.remove).toHaveBeenCalledExactlyOnceWith("post", "7~x");
  expect(onContinue).toHaveBeenCalledExactlyOnceWith("new~7~x");
});

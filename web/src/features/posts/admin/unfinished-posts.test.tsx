import { screen, waitFor } from "@testing-library/react";
import { use } from "react";
import { expect, test } from "vitest";
import type { CopyStore } from "@/editing/copies/copy-store";
import { CopiesContext, CopiesProvider } from "@/editing/copies/working-copies";
import { fakeCopyStore } from "@/testing/fake-copy-store";
import { renderWithPage } from "@/testing/render";
import { UnfinishedPosts } from "./unfinished-posts";

const Wanted = () => <output>{use(CopiesContext)?.wanted?.id}</output>;

function renderUnfinished(store: CopyStore) {
  return renderWithPage(
    <CopiesProvider store={store}>
      <UnfinishedPosts />
      <Wanted />
    </CopiesProvider>,
  );
}

const info = { kind: "post", basedOn: "", savedAt: new Date().toISOString() };

test("lists the posts that were begun with one call, and continues or discards them", async () => {
  const store = fakeCopyStore();
  store.list.mockResolvedValue([
    { ...info, id: "new", title: "Ants" },
    { ...info, id: "new~2", title: "" },
    { ...info, id: "8", title: "A post that exists" },
  ]);
  const { user } = renderUnfinished(store);
  await user.click(await screen.findByRole("button", { name: "Continue with Ants" }));
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(/^new$/));
  await user.click(screen.getByRole("button", { name: "Discard the post without a title" }));
  expect(store.remove).toHaveBeenCalledExactlyOnceWith("post", "new~2");
  expect(store.list).toHaveBeenCalledOnce();
  expect(store.find).not.toHaveBeenCalled();
  expect(screen.queryByText("A post that exists")).toBeNull();
});

test("what was typed into a deleted post continues as a new one", async () => {
  const copy = {
    id: "7~x",
    basedOn: "2026-01-02T00:00:00Z",
    original: { title: "Ants" },
    values: { title: "Ants", content: "New words" },
    savedAt: Date.now(),
  };
  const store = fakeCopyStore(copy);
  store.list.mockResolvedValue([{ ...info, id: "7~x", title: "Ants", deleted: true }]);
  const { user } = renderUnfinished(store);
  await user.click(await screen.findByRole("button", { name: "Continue with Ants" }));
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("new~7~x"));
  // All its fields are new now, also those that were not typed.
  expect(store.keep).toHaveBeenCalledExactlyOnceWith(
    "post",
    expect.objectContaining({ id: "new~7~x", original: {}, values: copy.values }),
    "Ants",
  );
  expect(store.remove).toHaveBeenCalledExactlyOnceWith("post", "7~x");
});

import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeCopyStore } from "@/testing/fake-copy-store";
import { renderWithPage } from "@/testing/render";
import { CopyStoreContext } from "@/ui/admin/working-copy";
import { UnfinishedPosts } from "./unfinished-posts";

test("lists what the store has, also if only this browser has it", async () => {
  const copy = { basedOn: "", original: {}, savedAt: Date.now() };
  const store = fakeCopyStore(
    { ...copy, id: "new", values: { title: "Ants" } },
    { ...copy, id: "new~2", values: { content: "Bees sting." } },
  );
  const onContinue = vi.fn();
  const { user } = renderWithPage(
    <CopyStoreContext value={store}>
      <UnfinishedPosts onContinue={onContinue} />
    </CopyStoreContext>,
  );
  await user.click(await screen.findByRole("button", { name: "Continue with Ants" }));
  expect(onContinue).toHaveBeenCalledExactlyOnceWith("new");
  await user.click(screen.getByRole("button", { name: "Discard the post without a title" }));
  expect(store.remove).toHaveBeenCalledExactlyOnceWith("post", "new~2");
  expect(store.find).toHaveBeenCalledWith("post", "new");
});

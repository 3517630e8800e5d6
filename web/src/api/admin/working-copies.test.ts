import { expect, test, vi } from "vitest";
import { deleteWorkingCopy, putWorkingCopy } from "./working-copies";

test("what is kept and discarded last reaches the server after the page has been left", async () => {
  const fetch = vi.fn(async () => Response.json({ success: true }));
  vi.stubGlobal("fetch", fetch);
  await putWorkingCopy("post", "new", { title: "A", basedOn: "", original: {}, values: {} });
  await deleteWorkingCopy("post", "new");
  for (const method of ["PUT", "DELETE"]) {
    const init = expect.objectContaining({ method, keepalive: true });
    expect(fetch).toHaveBeenCalledWith("/api/admin/working-copies/post/new", init);
  }
});

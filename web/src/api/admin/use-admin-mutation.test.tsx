import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { ApiError, type Envelope } from "../client";
import { useAdminMutation } from "./use-admin-mutation";

/** The hook with requests that the test settles. */
function setUp() {
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, "invalidateQueries");
  const requests: { succeed: () => void; fail: () => void; conflict: () => void }[] = [];
  const send = vi.fn(
    (_: string) =>
      new Promise<Envelope<unknown>>((resolve, reject) =>
        requests.push({
          succeed: () => resolve({ success: true }),
          fail: () => reject(new Error("failed")),
          conflict: () => reject(new ApiError(409, "", "Conflict")),
        }),
      ),
  );
  const { result } = renderHook(() => useAdminMutation(send, [["links"], ["admin", "links"]]), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  const settle = async (how: "succeed" | "fail" | "conflict") => {
    await act(async () => requests.at(-1)?.[how]());
    await waitFor(() => expect(result.current.isPending).toBe(false));
  };
  return { result, send, settle, invalidate };
}

test("a second call before the next render sends nothing and calls no callback", async () => {
  const { result, send, settle } = setUp();
  const [first, second] = [vi.fn(), vi.fn()];
  await act(async () => {
    result.current.mutate("a link", { onSuccess: first });
    result.current.mutate("a link", { onSuccess: second });
  });
  await settle("succeed");
  expect(send).toHaveBeenCalledOnce();
  expect(first).toHaveBeenCalledOnce();
  expect(second).not.toHaveBeenCalled();
});

test.each(["succeed", "fail"] as const)(
  "the next change is sent after the first one did %s",
  async (how) => {
    const { result, send, settle } = setUp();
    await act(async () => result.current.mutate("one"));
    await settle(how);
    await act(async () => result.current.mutate("another"));
    expect(send.mock.calls.map(([change]) => change)).toEqual(["one", "another"]);
  },
);

test.each([
  ["after a success", "succeed", [["links"], ["admin", "links"]]],
  ["after a conflict", "conflict", [["links"], ["admin", "links"]]],
  ["but not after another failure", "fail", []],
] as const)("affected queries are invalidated %s", async (_, how, fetched) => {
  const { result, settle, invalidate } = setUp();
  await act(async () => result.current.mutate("one"));
  await settle(how);
  expect(invalidate.mock.calls.map(([filter]) => filter?.queryKey)).toEqual(fetched);
});

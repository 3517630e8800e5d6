import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createDataStore,
  DataStoreContext,
  type Query,
  type SeededQuery,
  useData,
} from "./data-store";

const minute = 60_000;

/** A request whose responses the test sends. */
function fakeRequest() {
  const requests: { respond: (data: string) => void; fail: () => void }[] = [];
  const send = vi.fn(
    () =>
      new Promise<string>((resolve, reject) => {
        requests.push({ respond: resolve, fail: () => reject(new Error("500: no")) });
      }),
  );
  const settle = (action: "respond" | "fail", text = "") =>
    act(async () => requests.shift()?.[action](text));
  return { send, respond: (text: string) => settle("respond", text), fail: () => settle("fail") };
}

function Show({ query }: { query: Query<string> }) {
  const { data, isPending, isError } = useData(query);
  return (
    <output>
      {data ?? "nothing"}
      {isPending && ", pending"}
      {isError && ", failed"}
    </output>
  );
}

function show(seeds: SeededQuery[], ...queries: Query<string>[]) {
  const store = createDataStore(seeds);
  const page = (shown: Query<string>[]) => (
    <DataStoreContext value={store}>
      {shown.map((query, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same query may be there twice
        <Show key={index} query={query} />
      ))}
    </DataStoreContext>
  );
  const view = render(page(queries));
  return { rerender: (...shown: Query<string>[]) => view.rerender(page(shown)) };
}

const shown = () => screen.queryAllByRole("status").map((each) => each.textContent);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const query = (send: () => Promise<string>, more: Partial<Query<string>> = {}): Query<string> => ({
  queryKey: ["posts"],
  queryFn: send,
  ...more,
});

test("data that came with the page is shown without a request, however old it gets", () => {
  const { send } = fakeRequest();
  const { rerender } = show([{ key: ["posts"], data: "seed" }], query(send));
  expect(shown()).toEqual(["seed"]);
  vi.advanceTimersByTime(1000 * minute);
  rerender();
  rerender(query(send));
  expect(send).not.toHaveBeenCalled();
});

test("null that came with the page is data", () => {
  const { send } = fakeRequest();
  show([{ key: ["posts"], data: null }], query(send));
  expect(shown()).toEqual(["nothing"]);
  expect(send).not.toHaveBeenCalled();
});

test("components share one request, and its response", async () => {
  const { send, respond } = fakeRequest();
  const { rerender } = show([], query(send), query(send));
  expect(shown()).toEqual(["nothing, pending", "nothing, pending"]);
  await respond("fetched");
  expect(shown()).toEqual(["fetched", "fetched"]);
  rerender();
  rerender(query(send));
  expect(shown()).toEqual(["fetched"]);
  expect(send).toHaveBeenCalledOnce();
});

test("a response that arrives after its page is gone is kept", async () => {
  const { send, respond } = fakeRequest();
  const { rerender } = show([], query(send));
  rerender();
  await respond("fetched");
  rerender(query(send));
  expect(shown()).toEqual(["fetched"]);
  expect(send).toHaveBeenCalledOnce();
});

test("keys with different parts are different", () => {
  const { send } = fakeRequest();
  show(
    [
      { key: ["posts"], data: "list" },
      { key: ["posts", "ants"], data: "ants" },
    ],
    query(send),
    query(send, { queryKey: ["posts", "ants"] }),
  );
  expect(shown()).toEqual(["list", "ants"]);
});

test("a failed request is not repeated while its error is shown", async () => {
  const { send, fail } = fakeRequest();
  const { rerender } = show([], query(send));
  await fail();
  expect(shown()).toEqual(["nothing, failed"]);
  // A query's function may be a new one in each render.
  rerender(query(() => send()));
  vi.advanceTimersByTime(10 * minute);
  expect(send).toHaveBeenCalledOnce();
});

test("after a failure the next page starts with its loading state and asks again", async () => {
  const { send, fail, respond } = fakeRequest();
  const { rerender } = show([], query(send));
  await fail();
  rerender();
  rerender(query(send));
  expect(shown()).toEqual(["nothing, pending"]);
  await respond("fetched");
  expect(shown()).toEqual(["fetched"]);
});

test("a new component asks again for what another one shows as failed", async () => {
  const { send, fail } = fakeRequest();
  const { rerender } = show([], query(send));
  await fail();
  rerender(query(send), query(send));
  expect(shown()).toEqual(["nothing, pending", "nothing, pending"]);
  expect(send).toHaveBeenCalledTimes(2);
});

test("partial data is shown while the rest is fetched, and stays if that fails", async () => {
  const { send, fail, respond } = fakeRequest();
  const seeds = [{ key: ["posts"], data: "first part", partial: true }];
  const { rerender } = show(seeds, query(send));
  expect(shown()).toEqual(["first part"]);
  await fail();
  expect(shown()).toEqual(["first part, failed"]);
  rerender();
  rerender(query(send));
  await respond("all");
  expect(shown()).toEqual(["all"]);
});

test("data that is older than its limit is fetched again on the next use", async () => {
  const { send, respond } = fakeRequest();
  const reviews = query(send, { staleTime: 5 * minute });
  const { rerender } = show([{ key: ["posts"], data: "old" }], reviews);
  vi.advanceTimersByTime(5 * minute - 1);
  rerender();
  rerender(reviews);
  expect(send).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(send, "nothing is fetched while the page is open").not.toHaveBeenCalled();
  rerender();
  rerender(reviews);
  expect(shown()).toEqual(["old"]);
  await respond("new");
  expect(shown()).toEqual(["new"]);
});

test("a disabled query waits until it is enabled", async () => {
  const { send, respond } = fakeRequest();
  const { rerender } = show([], query(send, { enabled: false }));
  expect(shown()).toEqual(["nothing, pending"]);
  expect(send).not.toHaveBeenCalled();
  rerender(query(send));
  await respond("fetched");
  expect(shown()).toEqual(["fetched"]);
});

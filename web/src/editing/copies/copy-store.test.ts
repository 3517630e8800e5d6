import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WorkingCopyStore } from "./copy-store";

// The browser's database, by key.
const database = vi.hoisted(() => new Map<string, unknown>());
// Until when it neither writes nor lists anything; undefined if it is fast.
const slow = vi.hoisted(() => ({ until: undefined as Promise<void> | undefined }));
vi.mock("idb-keyval", () => {
  const name = (key: unknown) => JSON.stringify(key);
  return {
    createStore: () => undefined,
    get: async (key: unknown) => database.get(name(key)),
    set: async (key: unknown, value: unknown) => {
      if (slow.until) await slow.until;
      database.set(name(key), value);
    },
    del: async (key: unknown) => database.delete(name(key)),
    keys: async () => {
      if (slow.until) await slow.until;
      return [...database.keys()].map((key) => JSON.parse(key));
    },
    update: async (key: unknown, change: (value: unknown) => unknown) =>
      database.set(name(key), change(database.get(name(key)))),
  };
});

interface StoredCopy {
  id: string;
  kind: string;
  savedAt: string;
  values: unknown;
}

/** A server that stores working copies; `status` makes every call fail. */
function fakeServer() {
  const copies = new Map<string, StoredCopy>();
  const calls: string[] = [];
  // The clock of the server has nothing to do with that of the browser.
  const server = { copies, calls, status: 200, stores: 0 };
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit = {}) => {
    calls.push(`${method} ${url}`);
    if (server.status === 0) throw new TypeError("Failed to fetch");
    if (server.status !== 200) return new Response("no", { status: server.status });
    const [, kind = "", id = ""] = /working-copies\/([^/]+)\/(.+)$/.exec(url) ?? [];
    const answer = (data: unknown) => Response.json({ success: true, data });
    if (method === "PUT") {
      const sent = JSON.parse(String(body));
      server.stores += 1;
      const savedAt = new Date(Date.UTC(2026, 2, 1) + server.stores * 1000).toISOString();
      copies.set(id, { ...sent, kind, id, savedAt });
      return answer(copies.get(id));
    }
    if (method === "DELETE") copies.delete(id);
    return answer(id === "" ? [...copies.values()] : copies.get(id));
  });
  return server;
}

let server: ReturnType<typeof fakeServer>;
let store: WorkingCopyStore;
const onChange = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  database.clear();
  slow.until = undefined;
  server = fakeServer();
  onChange.mockClear();
  store = new WorkingCopyStore("ada", onChange);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Slows the browser's database down until the returned function is called. */
function slowDatabase(): () => void {
  let release = () => {};
  slow.until = new Promise((resolve) => {
    release = resolve;
  });
  return () => {
    slow.until = undefined;
    release();
  };
}

function type(text: string, id = "new", into = store): void {
  void into.keep("post", { id, basedOn: "", original: { text: "" }, values: { text } }, text);
}

/** What would be offered in a new tab. */
async function offered(username = "ada"): Promise<unknown[]> {
  const copies = await new WorkingCopyStore(username, onChange).find("post", "new");
  return copies.map(({ values }) => values.text);
}

test("what is typed is in the browser at once, and on the server after two seconds", async () => {
  type("A");
  expect(await offered()).toEqual(["A"]);
  await vi.advanceTimersByTimeAsync(1900);
  type("An");
  await vi.advanceTimersByTimeAsync(1900);
  expect(server.calls.filter((call) => call.startsWith("PUT"))).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(server.copies.get("new")?.values).toEqual({ text: "An" });
  database.clear(); // another device
  expect(await offered()).toEqual(["An"]);
});

test("what is typed without a pause is on the server after ten seconds", async () => {
  for (let letters = 1; letters <= 19; letters++) {
    type("A".repeat(letters));
    await vi.advanceTimersByTimeAsync(1000);
  }
  const puts = server.calls.filter((call) => call.startsWith("PUT"));
  expect(puts).toHaveLength(1);
  expect(server.copies.get("new")?.values).toEqual({ text: "A".repeat(10) });
});

test("a page that is left sends at once", async () => {
  type("A");
  store.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.copies.get("new")?.values).toEqual({ text: "A" });
  await vi.advanceTimersByTimeAsync(5000);
  expect(server.calls).toEqual(["PUT /api/admin/working-copies/post/new"]);
});

test("a removal comes after what is being sent, and cancels what is waiting", async () => {
  type("A");
  store.flush();
  type("An");
  store.remove("post", "new");
  await vi.advanceTimersByTimeAsync(5000);
  expect(server.copies.size).toBe(0);
  expect(await offered()).toEqual([]);
});

test("a removal also cancels the second attempt of what could not be sent", async () => {
  server.status = 0;
  type("A");
  store.flush();
  store.remove("post", "new"); // while it is being sent
  server.status = 200;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.calls).toEqual([
    "PUT /api/admin/working-copies/post/new",
    "DELETE /api/admin/working-copies/post/new",
  ]);
  expect(await offered()).toEqual([]);
});

test("what is typed after a removal is kept", async () => {
  type("A");
  store.flush();
  store.remove("post", "new");
  type("B");
  await vi.advanceTimersByTimeAsync(5000);
  expect(server.copies.get("new")?.values).toEqual({ text: "B" });
});

test("everything is sent and removed when finishing is done", async () => {
  type("A", "1");
  store.flush();
  store.remove("post", "1");
  type("B", "2");
  const finished = store.finish();
  await vi.advanceTimersByTimeAsync(0);
  await finished;
  expect([...server.copies.keys()]).toEqual(["2"]);
});

test("what is continued and discarded is removed when finishing is done", async () => {
  for (const id of ["new~1", "new~2"]) {
    type(id, id);
    store.flush();
    await vi.advanceTimersByTimeAsync(0);
  }
  const [second, first] = await store.find("post", "new");
  if (!first || !second) throw new Error("not everything was found");
  const release = slowDatabase();
  const copy = { ...first, id: "new~3", values: { text: "And" } };
  void store.keep("post", copy, "And", first);
  store.removeFound("post", second);
  const finished = store.finish().then(() => [...server.copies.keys()]);
  await vi.advanceTimersByTimeAsync(0);
  release();
  await vi.advanceTimersByTimeAsync(0);
  expect(await finished).toEqual(["new~3"]);
});

test("finishing does not wait for a database that does not answer", async () => {
  slowDatabase();
  const found = { id: "new~1", basedOn: "", original: {}, values: { text: "A" }, savedAt: 0 };
  void store.keep("post", { ...found, id: "new~2" }, "A", found);
  const finished = store.finish();
  await vi.advanceTimersByTimeAsync(5000);
  await finished;
});

test("finishing does not wait for a server that does not answer", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  type("A");
  const finished = store.finish();
  await vi.advanceTimersByTimeAsync(5000);
  await finished;
});

/** Keeps requests for lists from reaching the server until the returned function is called. */
function holdLists(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const call = fetch;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (url.includes("?")) await released;
    return call(url, init);
  });
  return release;
}

/** What another device stores, without a word to this one. */
function storeElsewhere(text: string): void {
  server.stores += 1;
  const savedAt = new Date(Date.UTC(2026, 2, 1) + server.stores * 1000).toISOString();
  server.copies.set("new", { kind: "post", id: "new", values: { text }, savedAt });
}

test.each([
  ["five minutes slow", Date.UTC(2026, 1, 28, 23, 55)],
  ["five minutes fast", Date.UTC(2026, 2, 1, 0, 5)],
])("which copy is newer does not depend on a browser clock that is %s", async (_, now) => {
  vi.setSystemTime(now);
  type("here");
  await vi.advanceTimersByTimeAsync(3000);
  // Typed here after the server had stored it.
  type("here, and more");
  expect(await offered()).toEqual(["here, and more"]);
  await vi.advanceTimersByTimeAsync(3000);
  storeElsewhere("elsewhere");
  expect(await offered()).toEqual(["elsewhere"]);
});

test.each(["here", "here, and more"])(
  "a copy whose answer came after the page had ended is still one copy, also if it is %j now",
  async (text) => {
    type("here");
    store.flush();
    await vi.advanceTimersByTimeAsync(0);
    if (text !== "here") type(text);
    // Nothing of the answer has reached the database.
    for (const [key, copy] of database)
      database.set(key, { ...Object(copy), sentAt: "", sent: false });
    expect(await offered()).toEqual([text]);
  },
);

test("a copy that was sent while an earlier call was under way is still one copy", async () => {
  for (const text of ["one", "one two"]) {
    type(text);
    store.flush();
  }
  type("one two three");
  const killed = new Map(database);
  await vi.advanceTimersByTimeAsync(100);
  expect([...server.copies.values()]).toMatchObject([{ values: { text: "one two" } }]);
  for (const [key, copy] of killed) database.set(key, copy);
  expect(await offered()).toEqual(["one two three"]);
});

test("a copy that another one continues is not offered, even if the page ended before it was removed", async () => {
  type("A", "new~1");
  store.flush();
  await vi.advanceTimersByTimeAsync(0);
  const [first] = await store.find("post", "new");
  if (!first) throw new Error("nothing was kept");
  const [key = "", saved] = [...database][0] ?? [];
  const second = new WorkingCopyStore("ada", onChange);
  await second.keep("post", { ...first, id: "new~2", values: { text: "And" } }, "And", first);
  await vi.advanceTimersByTimeAsync(0);
  expect(database.has(key)).toBe(false);
  // The page ended before this.
  database.set(key, saved);
  server.copies.set("new~1", { ...first, kind: "post", savedAt: "2026-03-01T00:00:01.000Z" });
  expect(await offered()).toEqual(["And"]);
  await vi.advanceTimersByTimeAsync(0);
  expect(database.has(key)).toBe(false);
  expect(server.copies.has("new~1")).toBe(false);
  // Somebody has typed on in it.
  type("A, but otherwise", "new~1");
  expect(await offered()).toEqual(expect.arrayContaining(["A, but otherwise", "And"]));
});

test("a page that ended while it sent offers what the server has, once", async () => {
  type("A", "new~1");
  const kept = [...database];
  type("And", "new~1");
  store.flush();
  await vi.advanceTimersByTimeAsync(0);
  // The browser's database did not get the second version.
  database.clear();
  for (const [key, value] of kept) database.set(key, value);
  const next = new WorkingCopyStore("ada", onChange);
  const found = await next.find("post", "new");
  expect(found.map(({ values }) => values.text)).toEqual(["And"]);
  for (const copy of found) next.removeFound("post", copy);
  await vi.advanceTimersByTimeAsync(0);
  expect(await offered()).toEqual([]);
});

test("copies that were changed on two devices are both offered", async () => {
  type("here");
  await vi.advanceTimersByTimeAsync(3000);
  storeElsewhere("elsewhere");
  type("here, and more");
  expect(await offered()).toEqual(["here, and more", "elsewhere"]);
});

test.each(["find", "list"] as const)(
  "a copy that is sent while %s looks for it is found",
  async (look) => {
    type("A");
    const release = slowDatabase();
    const found = new WorkingCopyStore("ada", onChange)[look]("post", "new");
    await vi.advanceTimersByTimeAsync(3000);
    expect(server.copies.size).toBe(1);
    release();
    expect(await found).toHaveLength(1);
    expect(database.size).toBe(1);
  },
);

test("a copy that is sent while the server answers is still one copy", async () => {
  type("A");
  const release = holdLists();
  const found = new WorkingCopyStore("ada", onChange).find("post", "new");
  await vi.advanceTimersByTimeAsync(3000);
  expect(server.copies.size).toBe(1);
  release();
  expect(await found).toMatchObject([{ values: { text: "A" } }]);
  expect(database.size).toBe(1);
});

test("a list is one request, and has what only this browser has", async () => {
  type("sent", "1");
  await vi.advanceTimersByTimeAsync(3000);
  server.status = 0;
  type("not sent", "2");
  await vi.advanceTimersByTimeAsync(3000);
  server.status = 200;
  server.calls.length = 0;
  const list = await new WorkingCopyStore("ada", onChange).list("post");
  expect(list.map(({ id, title }) => [id, title])).toEqual([
    ["1", "sent"],
    ["2", "not sent"],
  ]);
  expect(server.calls).toEqual(["GET /api/admin/working-copies?kind=post"]);
});

test("keeping and removing a copy asks the server for nothing", async () => {
  type("A");
  expect(onChange).toHaveBeenLastCalledWith("post", "new", expect.objectContaining({ title: "A" }));
  await vi.advanceTimersByTimeAsync(3000);
  store.remove("post", "new");
  expect(onChange).toHaveBeenLastCalledWith("post", "new");
  await vi.advanceTimersByTimeAsync(3000);
  expect(server.calls.filter((call) => call.startsWith("GET"))).toEqual([]);
});

test("what was removed on another device is not offered", async () => {
  type("A");
  await vi.advanceTimersByTimeAsync(3000);
  server.copies.clear();
  expect(await offered()).toEqual([]);
  expect(database.size).toBe(0);
});

test("without the server, the browser's copy is offered", async () => {
  server.status = 401;
  type("A");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.calls.filter((call) => call.startsWith("PUT"))).toHaveLength(1);
  expect(await offered()).toEqual(["A"]);
});

test("after a lost connection it is sent again", async () => {
  server.status = 0;
  type("A");
  await vi.advanceTimersByTimeAsync(3000);
  server.status = 200;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.copies.get("new")?.values).toEqual({ text: "A" });
});

test.each(["here", "elsewhere"])(
  "a copy that was found is removed unless somebody has typed on %s since",
  async (place) => {
    type("A");
    await vi.advanceTimersByTimeAsync(3000);
    if (place === "elsewhere") database.clear(); // another device finds it on the server
    const [found] = await store.find("post", "new");
    if (!found) throw new Error("nothing was found");
    const other = new WorkingCopyStore("ada", onChange);
    if (place === "here") type("AB", "new", other);
    else storeElsewhere("AB");
    store.removeFound("post", found);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await offered()).toEqual(["AB"]);
    const [again] = await store.find("post", "new");
    if (again) store.removeFound("post", again);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await offered()).toEqual([]);
  },
);

test("copies of other records and other people are not offered", async () => {
  type("A", "new~2");
  type("B", "news");
  type("C", "new", new WorkingCopyStore("bob", onChange));
  expect(await offered()).toEqual(["A"]);
  expect(await offered("bob")).toEqual(["C"]);
});

import { beforeEach, expect, it, vi } from "vitest";
import type { ChatMessage, ChatState } from "@/api/chat";
import { FakeEventSource } from "@/testing/fake-event-source";
import { ConversationStore } from "./conversation";

const began: ChatState = {
  staffOnline: true,
  started: "1",
  closed: false,
  name: "",
  contact: "",
  readTo: 0,
  seenTo: 0,
  typing: "",
};

function message(id: number, key: string, text = key): ChatMessage {
  return { id, key, text, staff: false, author: "", sentAt: "2026-03-02T12:00:00Z" };
}

/** Responds to the next requests in this order. */
function mockResponses(...responses: (Response | Error)[]): { body: string }[] {
  const sent: { body: string }[] = [];
  vi.stubGlobal("fetch", async (_: string, request: { body: string }) => {
    sent.push(request);
    const next = responses.shift();
    if (!next || next instanceof Error) throw next ?? new Error("unexpected request");
    return next;
  });
  return sent;
}

const ok = (data: ChatMessage) => Response.json({ success: true, data });

let store: ConversationStore;
const texts = () => store.snapshot().messages.map(({ text }) => text);

beforeEach(() => {
  FakeEventSource.install();
  localStorage.clear();
  store = new ConversationStore();
  store.connect();
});

it("keeps each message once and in order, even if it arrives several times", () => {
  for (const id of [1, 3, 2, 3, 1]) FakeEventSource.latest.emit("message", message(id, `m${id}`));
  expect(texts()).toEqual(["m1", "m2", "m3"]);
});

it("reconnects with the id of the newest known message", () => {
  vi.useFakeTimers();
  FakeEventSource.latest.emit("message", message(7, "m7"));
  FakeEventSource.latest.disconnect(true);
  expect(store.snapshot().connected).toBe(false);
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  expect(FakeEventSource.latest.url).toBe("/api/chat/events?after=7");
});

it("shows a message at once and replaces it by the server's", async () => {
  const sent = mockResponses(ok(message(1, "k", "Hello")));
  const sending = store.send("Hello", "k");
  expect(store.snapshot().unsent).toEqual([{ key: "k", text: "Hello" }]);
  // The stream can be faster than the response.
  FakeEventSource.latest.emit("message", message(1, "k", "Hello"));
  await sending;
  expect(store.snapshot()).toMatchObject({ unsent: [], messages: [{ id: 1 }] });
  expect(JSON.parse(sent[0]?.body ?? "")).toMatchObject({ key: "k", text: "Hello", page: "/" });
});

it.each(["is answered", "fails", "takes too long"])(
  "sends nothing until the stream %s",
  async (what) => {
    vi.useFakeTimers();
    store = new ConversationStore();
    const sent = mockResponses(ok(message(1, "k")));
    store.connect();
    const source = FakeEventSource.latest;
    const { onopen, onerror } = source;
    source.onopen = () => {}; // not yet
    const sending = store.send("Hello", "k");
    await vi.advanceTimersByTimeAsync(9_000);
    expect(sent).toEqual([]);
    if (what === "is answered") onopen?.();
    else if (what === "fails") onerror?.();
    else await vi.advanceTimersByTimeAsync(1_000);
    await sending;
    expect(sent).toHaveLength(1);
    vi.useRealTimers();
  },
);

it("keeps a message that could not be sent and retries it with the same key", async () => {
  const refusal = { success: false, message: "Please wait 3 seconds." };
  const sent = mockResponses(
    new TypeError("offline"),
    Response.json(refusal, { status: 429 }),
    ok(message(1, "k")),
  );
  await store.send("Hello", "k");
  expect(store.snapshot().unsent[0]?.failure).toContain("could not be sent");
  await store.send("Hello", "k");
  expect(store.snapshot().unsent).toEqual([
    { key: "k", text: "Hello", failure: "Please wait 3 seconds." },
  ]);
  await store.send("Hello", "k");
  expect(store.snapshot().unsent).toEqual([]);
  expect(sent.map(({ body }) => JSON.parse(body).key)).toEqual(["k", "k", "k"]);
});

it("sends again by itself what the server did not answer, but not what it refused", async () => {
  const refusal = { success: false, message: "Too long." };
  const gone = () => new TypeError("offline");
  const sent = mockResponses(
    gone(),
    Response.json(refusal, { status: 400 }),
    new Response("Bad gateway", { status: 502 }),
    gone(),
    ok(message(1, "c")),
    ok(message(2, "a")),
  );
  await Promise.all([store.send("A", "a"), store.send("B", "b"), store.send("C", "c")]);
  const keys = () => sent.map(({ body }) => JSON.parse(body).key).join("");
  expect(keys()).toBe("abc");
  dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(texts()).toEqual(["c"]));
  expect(keys()).toBe("abcac");
  FakeEventSource.latest.onopen?.();
  await vi.waitFor(() => expect(texts()).toEqual(["c", "a"]));
  expect(keys()).toBe("abcaca");
  expect(store.snapshot().unsent).toEqual([{ key: "b", text: "B", failure: "Too long." }]);
});

it("sends what waits behind a message that gets no answer", async () => {
  vi.useFakeTimers();
  const answers = [new Promise<Response>(() => undefined), ok(message(2, "b"))];
  vi.stubGlobal("fetch", () => answers.shift());
  const first = store.send("First", "a");
  const second = store.send("Second", "b");
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all([first, second]);
  vi.useRealTimers();
  expect(texts()).toEqual(["b"]);
  expect(store.snapshot().unsent).toMatchObject([{ key: "a", failure: expect.any(String) }]);
});

it("clears the messages when the conversation was deleted, but not when it began", () => {
  FakeEventSource.latest.emit("state", { ...began, started: "" });
  FakeEventSource.latest.emit("message", message(1, "m1"));
  FakeEventSource.latest.emit("state", began);
  expect(texts()).toEqual(["m1"]);
  FakeEventSource.latest.emit("state", { ...began, started: "" });
  expect(texts()).toEqual([]);
});

it("sends nothing that waits behind another message once the conversation was deleted", async () => {
  let answer: (response: Response) => void = () => {};
  const first = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const requests: string[] = [];
  vi.stubGlobal("fetch", (_: string, { method, body }: { method: string; body?: string }) => {
    requests.push(body ? JSON.parse(body).text : method);
    return requests.length === 1 ? first : Response.json({ success: true });
  });
  const sending = [store.send("One", "1"), store.send("Two", "2")];
  await vi.waitFor(() => expect(requests).toEqual(["One"]));
  await store.deleteConversation();
  answer(ok(message(1, "1")));
  await Promise.all(sending);
  expect(requests).toEqual(["One", "DELETE"]);
});

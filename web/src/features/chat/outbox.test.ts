import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/api/client";
import { keptOutboxes, Outbox } from "./outbox";

beforeEach(() => localStorage.clear());

/** An outbox whose requests are answered by the test, in the order in which they were sent. */
function open(name = "visitor") {
  const requests: { text: string; answer: (error?: Error) => void }[] = [];
  const outbox = new Outbox<void>({
    name,
    send: ({ text }) =>
      new Promise((resolve, reject) => {
        requests.push({ text, answer: (error) => (error ? reject(error) : resolve()) });
      }),
    onSent: () => {},
    errorText: (error) => (error as Error).message,
  });
  return { outbox, requests, texts: () => requests.map(({ text }) => text) };
}

const refused = () => new ApiError(400, JSON.stringify({ success: false, message: "No." }), "");

it("sends one message after another, in the order in which they were written", async () => {
  const { outbox, requests, texts } = open();
  void outbox.send("One");
  void outbox.send("Two");
  expect(texts()).toEqual(["One"]);
  requests[0]?.answer();
  await vi.waitFor(() => expect(texts()).toEqual(["One", "Two"]));
  requests[1]?.answer();
  await vi.waitFor(() => expect(outbox.snapshot()).toEqual([]));
  expect(localStorage).toHaveLength(0);
});

it("keeps what was not sent in the browser, and sends it with the same key after a reload", async () => {
  const before = open();
  void before.outbox.send("One", "a");
  void before.outbox.send("Two", "b");
  const { outbox, requests, texts } = open();
  expect(outbox.snapshot()).toEqual([
    { key: "a", text: "One", unanswered: true },
    { key: "b", text: "Two", unanswered: true },
  ]);
  expect(texts()).toEqual([]);
  outbox.sendAgain();
  requests[0]?.answer();
  await vi.waitFor(() => expect(texts()).toEqual(["One", "Two"]));
  requests[1]?.answer();
  await vi.waitFor(() => expect(open().outbox.snapshot()).toEqual([]));
});

it("does not send by itself what the server refused, or what is from another day", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const before = open();
  const sent = before.outbox.send("Refused", "a");
  before.requests[0]?.answer(refused());
  await sent;
  void before.outbox.send("Old", "b");
  vi.setSystemTime(Date.now() + 25 * 60 * 60 * 1000);
  const { outbox, texts } = open();
  vi.useRealTimers();
  outbox.sendAgain();
  expect(texts()).toEqual([]);
  expect(outbox.snapshot().map(({ text, failure }) => [text, failure])).toEqual([
    ["Refused", expect.any(String)],
    ["Old", "This was not sent."],
  ]);
  outbox.clear();
  expect(open().outbox.snapshot()).toEqual([]);
});

it("keeps the messages of several conversations and people apart", () => {
  void open("staff-ann/1").outbox.send("To one");
  void open("staff-ann/2").outbox.send("To two");
  void open("staff-bea/1").outbox.send("From Bea");
  expect(keptOutboxes("staff-ann/").toSorted()).toEqual(["staff-ann/1", "staff-ann/2"]);
  expect(open("staff-ann/1").outbox.snapshot()).toMatchObject([{ text: "To one" }]);
});

it("works where the browser stores nothing", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const { outbox, requests } = open();
  const sent = outbox.send("One");
  requests[0]?.answer();
  await sent;
  expect(outbox.snapshot()).toEqual([]);
});

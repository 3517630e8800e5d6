import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeEventSource } from "@/testing/fake-event-source";
import { openEventStream } from "./event-stream";

beforeEach(() => {
  vi.useFakeTimers();
  FakeEventSource.install();
});
afterEach(() => vi.useRealTimers());

it("hands on each event's data to whom it concerns", () => {
  const heard: unknown[] = [];
  openEventStream({ address: () => "/events", on: { message: (data) => heard.push(data) } });
  FakeEventSource.newest.tell("message", { id: 1 });
  FakeEventSource.newest.tell("other", { id: 2 });
  expect(heard).toEqual([{ id: 1 }]);
});

it("leaves a broken connection to the browser", () => {
  openEventStream({ address: () => "/events", on: {} });
  FakeEventSource.newest.lose(false);
  vi.runAllTimers();
  expect(FakeEventSource.opened).toHaveLength(1);
});

it("comes back after a refusal, with growing pauses and a fresh address", () => {
  let known = 0;
  openEventStream({ address: () => `/events?after=${known}`, on: {} });
  for (const pause of [1_000, 2_000, 4_000]) {
    known += 1;
    const connections = FakeEventSource.opened.length;
    FakeEventSource.newest.lose(true);
    vi.advanceTimersByTime(pause - 1);
    expect(FakeEventSource.opened).toHaveLength(connections);
    vi.advanceTimersByTime(1);
    expect(FakeEventSource.newest.url).toBe(`/events?after=${known}`);
  }
  FakeEventSource.newest.onopen?.();
  FakeEventSource.newest.lose(true);
  vi.advanceTimersByTime(1_000);
  expect(FakeEventSource.opened).toHaveLength(5);
});

it("ends when nobody listens any more", () => {
  const stop = openEventStream({ address: () => "/events", on: {} });
  FakeEventSource.newest.lose(true);
  stop();
  vi.runAllTimers();
  expect(FakeEventSource.opened).toHaveLength(1);
});

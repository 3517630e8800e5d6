import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeEventSource } from "@/testing/fake-event-source";
import { openEventStream } from "./event-stream";

beforeEach(() => {
  vi.useFakeTimers();
  FakeEventSource.install();
});
afterEach(() => vi.useRealTimers());

it("passes each event's data to its listener", () => {
  const heard: unknown[] = [];
  openEventStream({ url: () => "/events", on: { message: (data) => heard.push(data) } });
  FakeEventSource.latest.emit("message", { id: 1 });
  FakeEventSource.latest.emit("other", { id: 2 });
  expect(heard).toEqual([{ id: 1 }]);
});

it("lets the browser reconnect after a network error", () => {
  openEventStream({ url: () => "/events", on: {} });
  FakeEventSource.latest.disconnect(false);
  vi.runAllTimers();
  expect(FakeEventSource.instances).toHaveLength(1);
});

it("reconnects after an error response with growing delays and a new URL", () => {
  let known = 0;
  openEventStream({ url: () => `/events?after=${known}`, on: {} });
  for (const pause of [1_000, 2_000, 4_000]) {
    known += 1;
    const connections = FakeEventSource.instances.length;
    FakeEventSource.latest.disconnect(true);
    vi.advanceTimersByTime(pause - 1);
    expect(FakeEventSource.instances).toHaveLength(connections);
    vi.advanceTimersByTime(1);
    expect(FakeEventSource.latest.url).toBe(`/events?after=${known}`);
  }
  FakeEventSource.latest.onopen?.();
  FakeEventSource.latest.disconnect(true);
  vi.advanceTimersByTime(1_000);
  expect(FakeEventSource.instances).toHaveLength(5);
});

it("stops reconnecting after it was closed", () => {
  const stop = openEventStream({ url: () => "/events", on: {} });
  FakeEventSource.latest.disconnect(true);
  stop();
  vi.runAllTimers();
  expect(FakeEventSource.instances).toHaveLength(1);
});

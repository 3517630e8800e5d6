import { beforeEach, expect, it, vi } from "vitest";
import { FakeEventSource } from "@/testing/fake-event-source";
import { subscribeToInbox } from "./chat";

beforeEach(() => FakeEventSource.install());

it("reports a change when the stream breaks, but not for each attempt to connect again", () => {
  const onChange = vi.fn();
  const stop = subscribeToInbox(true, onChange);
  const stream = FakeEventSource.latest;
  stream.disconnect(false);
  expect(onChange).not.toHaveBeenCalled();

  stream.onopen?.();
  stream.disconnect(false);
  stream.disconnect(true);
  expect(onChange).toHaveBeenCalledOnce();
  stop();
});

import { act } from "@testing-library/react";
import { vi } from "vitest";

/** Stands in for the browser's connection to a stream of events. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static instances: FakeEventSource[] = [];

  /** Takes the place of the real one and forgets earlier connections. */
  static install(): void {
    FakeEventSource.instances = [];
    vi.stubGlobal("EventSource", FakeEventSource);
  }

  static get latest(): FakeEventSource {
    const source = FakeEventSource.instances.at(-1);
    if (!source) throw new Error("nothing has connected");
    return source;
  }

  readyState = 1;
  onopen?: () => void;
  onerror?: () => void;

  constructor(readonly url: string) {
    super();
    FakeEventSource.instances.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  emit(name: string, data: unknown): void {
    act(() => {
      this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
    });
  }

  /** Loses the connection: for good, or so that the browser tries again. */
  disconnect(permanently: boolean): void {
    if (permanently) this.close();
    act(() => this.onerror?.());
  }
}

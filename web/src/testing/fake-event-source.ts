import { act, waitFor } from "@testing-library/react";
import { vi } from "vitest";

/** A replacement for the browser's EventSource. It is connected at once. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static instances: FakeEventSource[] = [];

  /** Replaces the global EventSource and forgets earlier instances. */
  static install(): void {
    FakeEventSource.instances = [];
    vi.stubGlobal("EventSource", FakeEventSource);
  }

  static get latest(): FakeEventSource {
    const source = FakeEventSource.instances.at(-1);
    if (!source) throw new Error("nothing has connected");
    return source;
  }

  /** Waits for a connection, which an effect opens. */
  static async connected(): Promise<FakeEventSource> {
    return waitFor(() => FakeEventSource.latest);
  }

  readyState = 1;
  onopen?: () => void;
  onerror?: () => void;

  constructor(readonly url: string) {
    super();
    FakeEventSource.instances.push(this);
    queueMicrotask(() => this.onopen?.());
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  emit(name: string, data: unknown): void {
    act(() => {
      this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
    });
  }

  /** Fails the connection: permanently, or so that the browser reconnects. */
  disconnect(permanently: boolean): void {
    if (permanently) this.close();
    act(() => this.onerror?.());
  }
}

import { act } from "@testing-library/react";
import { vi } from "vitest";

/** A replacement for the browser's XMLHttpRequest as uploads use it. Tests answer each one. */
export class FakeUpload {
  static uploads: FakeUpload[] = [];

  /** Replaces the global XMLHttpRequest and forgets earlier uploads. */
  static install(): void {
    FakeUpload.uploads = [];
    vi.stubGlobal("XMLHttpRequest", FakeUpload);
  }

  /** The upload that was begun last. */
  static get latest(): FakeUpload {
    const upload = FakeUpload.uploads.at(-1);
    if (!upload) throw new Error("nothing was uploaded");
    return upload;
  }

  url = "";
  contentType = "";
  body?: Blob;
  status = 0;
  statusText = "";
  responseText = "";
  timeout = 0;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  ontimeout?: () => void;

  open(_method: string, url: string): void {
    this.url = url;
  }

  setRequestHeader(_name: string, value: string): void {
    this.contentType = value;
  }

  send(body: Blob): void {
    this.body = body;
    FakeUpload.uploads.push(this);
  }

  get key(): string {
    return new URL(this.url, location.href).searchParams.get("key") ?? "";
  }

  /** Answers with JSON, and waits until the answer was handled. */
  async answer(body: unknown, status = 200): Promise<void> {
    this.status = status;
    this.responseText = JSON.stringify(body);
    await act(async () => this.onload?.());
  }

  async disconnect(): Promise<void> {
    await act(async () => this.onerror?.());
  }
}

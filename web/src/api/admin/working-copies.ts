import { assertSuccess, type Envelope, getData, request, type Schema } from "../client";

/** What one person has typed into one form and not saved. */
export type WorkingCopy = Schema<"WorkingCopy">;
export type WorkingCopyInfo = Schema<"WorkingCopyInfo">;
export type WorkingCopyContents = Schema<"WorkingCopyContents">;

export const workingCopyKeys = {
  all: ["admin", "working-copies"] as const,
  list: (kind: string) => ["admin", "working-copies", kind] as const,
};

// Of these calls, none asks for a new sign-in: they run in the background while somebody types, and
// the browser has the same copy.

export function listWorkingCopies(kind: string): Promise<WorkingCopyInfo[]> {
  return getData("/api/admin/working-copies", { query: { kind } });
}

export function getWorkingCopy(kind: string, id: string): Promise<WorkingCopy> {
  return getData("/api/admin/working-copies/{kind}/{id}", { path: { kind, id } });
}

/** Deletes a working copy, also while the page is being closed. */
export async function deleteWorkingCopy(kind: string, id: string): Promise<void> {
  await request("DELETE", "/api/admin/working-copies/{kind}/{id}", {
    path: { kind, id },
    init: { keepalive: true },
  });
}

/** Browsers refuse larger bodies of requests that may outlive the page. */
const maxKeepalive = 60_000;

/** Stores a working copy, also while the page is being closed. Returns when the server stored it. */
export async function putWorkingCopy(
  kind: string,
  id: string,
  contents: WorkingCopyContents,
): Promise<string> {
  const size = new TextEncoder().encode(JSON.stringify(contents)).length;
  const envelope = await request("PUT", "/api/admin/working-copies/{kind}/{id}", {
    path: { kind, id },
    body: contents,
    init: { keepalive: size < maxKeepalive },
  });
  return assertSuccess(envelope as Envelope<WorkingCopyInfo>).data?.savedAt ?? "";
}

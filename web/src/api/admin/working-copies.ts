import { ApiError, getData, request, type Schema } from "../client";

/** What one person has typed into one form and not saved. */
export type WorkingCopy = Schema<"WorkingCopy">;
export type WorkingCopyInfo = Schema<"WorkingCopyInfo">;
export type WorkingCopyContents = Schema<"WorkingCopyContents">;

export const workingCopyKeys = { all: ["admin", "working-copies"] as const };

// Of these calls, none asks for a new sign-in: they run in the background while somebody types, and
// the browser has the same copy.

export function listWorkingCopies(kind: string): Promise<WorkingCopyInfo[]> {
  return getData("/api/admin/working-copies", { query: { kind } });
}

export function getWorkingCopy(kind: string, id: string): Promise<WorkingCopy> {
  return getData("/api/admin/working-copies/{kind}/{id}", { path: { kind, id } });
}

export async function deleteWorkingCopy(kind: string, id: string): Promise<void> {
  await request("DELETE", "/api/admin/working-copies/{kind}/{id}", { path: { kind, id } });
}

/** Browsers refuse larger bodies of requests that may outlive the page. */
const maxKeepalive = 60_000;

/** Stores a working copy, also while the page is being closed. Returns when the server stored it. */
export async function putWorkingCopy(
  kind: string,
  id: string,
  contents: WorkingCopyContents,
): Promise<string> {
  const body = new TextEncoder().encode(JSON.stringify(contents));
  const path = `/api/admin/working-copies/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`;
  const response = await fetch(path, {
    method: "PUT",
    credentials: "include",
    headers: { "Content-Type": "application/json" },
    body,
    keepalive: body.length < maxKeepalive,
  });
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  return (await response.json()).data.savedAt;
}

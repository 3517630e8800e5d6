import { vi } from "vitest";
import type { KeptCopy } from "@/editing/copies/copy-merge";
import type { CopyStore } from "@/editing/copies/copy-store";

/** A store of working copies that has some already and records what forms do. */
export function fakeCopyStore(...copies: KeptCopy[]) {
  return {
    find: vi.fn<CopyStore["find"]>(async () => copies),
    list: vi.fn<CopyStore["list"]>(async (kind) =>
      copies.map(({ id, basedOn, values }) => ({
        kind,
        id,
        basedOn,
        title: String(values.title ?? ""),
        savedAt: new Date(0).toISOString(),
      })),
    ),
    keep: vi.fn<CopyStore["keep"]>(async () => true),
    remove: vi.fn<CopyStore["remove"]>(),
    removeFound: vi.fn<CopyStore["removeFound"]>(),
    finish: vi.fn<CopyStore["finish"]>(async () => {}),
  };
}

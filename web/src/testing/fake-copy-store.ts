import { vi } from "vitest";
import type { KeptCopy } from "@/ui/admin/copy-merge";
import type { CopyStore } from "@/ui/admin/working-copy";

/** A store of working copies that has some already and records what forms do. */
export function fakeCopyStore(...copies: KeptCopy[]) {
  return {
    find: vi.fn<CopyStore["find"]>(async () => copies),
    ids: vi.fn<CopyStore["ids"]>(async () => copies.map(({ id }) => id)),
    keep: vi.fn<CopyStore["keep"]>(),
    remove: vi.fn<CopyStore["remove"]>(),
    finish: vi.fn<CopyStore["finish"]>(async () => {}),
  };
}

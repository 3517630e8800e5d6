import { lazy } from "react";
import type { Version } from "@/api/admin/history";
import { LazyPanel } from "@/ui/admin/panel-sheet";

const ChangesSheet = lazy(async () => ({
  default: (await import("./changes-sheet")).ChangesSheet,
}));

/** What was changed on the whole site, as the panel "changes". */
export function ChangesPanel({ onUseAsNew }: { onUseAsNew: (version: Version) => void }) {
  return (
    <LazyPanel name="changes" title="Recent changes">
      <ChangesSheet onUseAsNew={onUseAsNew} />
    </LazyPanel>
  );
}

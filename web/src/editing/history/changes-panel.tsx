import type { Version } from "@/api/admin/history";
import { LazyPanel, lazySheet } from "@/ui/admin/panel-sheet";

const ChangesSheet = lazySheet(
  "Recent changes",
  async () => (await import("./changes-sheet")).ChangesSheet,
);

/** What was changed on the whole site, as the panel "changes". */
export function ChangesPanel({ onUseAsNew }: { onUseAsNew: (version: Version) => void }) {
  return (
    <LazyPanel name="changes">
      <ChangesSheet onUseAsNew={onUseAsNew} />
    </LazyPanel>
  );
}

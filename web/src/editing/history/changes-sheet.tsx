import type { Version } from "@/api/admin/history";
import { PanelSheet } from "@/ui/admin/panel-sheet";
import { usePanel } from "@/ui/admin/use-panel";
import { VersionList } from "./version-list";

/** Every change of what is published, newest first. */
export function ChangesSheet({ onUseAsNew }: { onUseAsNew: (version: Version) => void }) {
  const { close } = usePanel();
  return (
    <PanelSheet
      title="Recent changes"
      wide
      help="Every change of the site's texts, pictures and hours, the newest first, with the name of whoever made it. Restore brings an older version back; what is there now stays in this list, so you can return to it."
    >
      <div className="min-h-0 flex-1 overflow-y-auto p-4 sm:p-5">
        <VersionList
          onUseAsNew={(version) => {
            close();
            onUseAsNew(version);
          }}
        />
      </div>
    </PanelSheet>
  );
}

import { useState } from "react";
import type { LibraryImage } from "@/api/admin/images";
import { Panel } from "@/ui/admin/panel";
import { LibraryBrowser } from "./library-browser";
import { LibraryImageDialog } from "./library-image-dialog";

/** The image library: every image on the server. */
export function LibraryPanel() {
  const [open, setOpen] = useState<LibraryImage | null>(null);
  return (
    <Panel title="Image Library" description="Every image on the server">
      <LibraryBrowser onPick={setOpen} />
      {open && <LibraryImageDialog image={open} onClose={() => setOpen(null)} />}
    </Panel>
  );
}

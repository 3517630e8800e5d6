import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { findImage, type LibraryImage } from "@/api/admin/images";
import { useWantedCopy } from "@/editing/copies/working-copies";
import { Panel } from "@/ui/admin/panel";
import { LibraryBrowser } from "./library-browser";
import { LibraryImageDialog } from "./library-image-dialog";

/** The image library: every image on the server. */
export function LibraryPanel() {
  const client = useQueryClient();
  const [open, setOpen] = useState<LibraryImage | null>(null);
  useWantedCopy("image", (id) => setOpen(findImage(client, id) ?? null));
  return (
    <Panel
      title="Image Library"
      description="Every image on the server"
      help="Every picture that was uploaded, with the places that show it. The name is for you; the alternative text is read to visitors who cannot see the picture. The Image URL is its address, to be used in a text."
    >
      <LibraryBrowser onPick={setOpen} />
      {open && <LibraryImageDialog image={open} onClose={() => setOpen(null)} />}
    </Panel>
  );
}

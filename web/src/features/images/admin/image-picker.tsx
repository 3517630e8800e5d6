import { type ReactNode, useMemo, useState } from "react";
import { Dialog, DialogBody } from "@/ui/admin/dialog";
import { ImagePickerContext } from "@/ui/admin/image-picker";
import { useSaveShortcut } from "@/ui/admin/save-shortcut";
import { LibraryBrowser } from "./library-browser";
import { UploadDialog } from "./upload-dialog";

type Take = (url: string) => void;

/** Lets every form inside it upload a picture or choose one from the library. */
export function ImagePickerProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<{ from: "device" | "library"; take: Take } | null>(null);
  const picker = useMemo(
    () => ({
      upload: (take: Take) => setRequest({ from: "device", take }),
      choose: (take: Take) => setRequest({ from: "library", take }),
    }),
    [],
  );
  const close = () => setRequest(null);
  return (
    <ImagePickerContext value={picker}>
      {children}
      {request?.from === "device" && (
        <UploadDialog most={1} onUploaded={([url]) => url && request.take(url)} onClose={close} />
      )}
      {request?.from === "library" && (
        <LibraryDialog
          onPick={(url) => {
            request.take(url);
            close();
          }}
          onClose={close}
        />
      )}
    </ImagePickerContext>
  );
}

function LibraryDialog({ onPick, onClose }: { onPick: Take; onClose: () => void }) {
  useSaveShortcut();
  return (
    <Dialog
      title="Choose from Library"
      description="Press the image that you want to use."
      width="xl"
      onClose={onClose}
    >
      <DialogBody>
        <LibraryBrowser onPick={({ url }) => onPick(url)} />
      </DialogBody>
    </Dialog>
  );
}

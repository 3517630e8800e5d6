import { type ReactNode, useMemo, useState } from "react";
import { Dialog, DialogBody } from "@/ui/admin/dialog";
import { ImagePickerContext } from "@/ui/admin/image-picker";
import { LibraryBrowser } from "./library-browser";
import { UploadDialog } from "./upload-dialog";

type OnPick = (url: string) => void;

interface Request {
  from: "device" | "library";
  onPick: OnPick;
  files?: File[];
  atOnce?: boolean;
}

/** Lets forms inside it upload an image or choose one from the library. */
export function ImagePickerProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<Request | null>(null);
  const picker = useMemo(
    () => ({
      upload: (onPick: OnPick, files?: File[]) => setRequest({ from: "device", onPick, files }),
      uploadAtOnce: (onPick: OnPick, files: File[]) =>
        setRequest({ from: "device", onPick, files, atOnce: true }),
      choose: (onPick: OnPick) => setRequest({ from: "library", onPick }),
    }),
    [],
  );
  const close = () => setRequest(null);
  return (
    <ImagePickerContext value={picker}>
      {children}
      {request?.from === "device" && (
        <UploadDialog
          maxFiles={1}
          files={request.files}
          atOnce={request.atOnce}
          onUploaded={([url]) => {
            if (url) request.onPick(url);
            close();
          }}
          onClose={close}
        />
      )}
      {request?.from === "library" && (
        <LibraryDialog
          onPick={(url) => {
            request.onPick(url);
            close();
          }}
          onClose={close}
        />
      )}
    </ImagePickerContext>
  );
}

function LibraryDialog({ onPick, onClose }: { onPick: OnPick; onClose: () => void }) {
  return (
    <Dialog
      title="Choose from Library"
      description="Press the image that you want to use."
      size="xlarge"
      onClose={onClose}
    >
      <DialogBody>
        <LibraryBrowser onPick={({ url }) => onPick(url)} />
      </DialogBody>
    </Dialog>
  );
}

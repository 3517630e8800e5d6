import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { imageKeys } from "@/api/admin/images";
import { AlertDialog } from "@/ui/admin/alert-dialog";
import { Dialog, DialogBody } from "@/ui/admin/dialog";
import { lazyPart } from "@/ui/admin/lazy-part";
import { toast } from "@/ui/admin/toasts";

// Lazy, because the uploader is large.
const Uploader = lazyPart(async () => (await import("./uploader")).Uploader);

interface UploadDialogProps {
  maxFiles: number;
  /** Files that were chosen before the dialog was open. */
  files?: File[];
  /** Whether they are sent without another tap. */
  atOnce?: boolean;
  /** Called with the URLs of the uploaded images. It closes the dialog if it wants to. */
  onUploaded: (urls: string[], someFailed: boolean) => void;
  onClose: () => void;
}

/** Uploads images to the site. It never closes itself: its opener does that in onUploaded. */
export function UploadDialog({ maxFiles, files, atOnce, onUploaded, onClose }: UploadDialogProps) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!busy) return;
    // A file that is being sent cannot be kept for later.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [busy]);
  return (
    <Dialog
      title={maxFiles === 1 ? "Upload Image" : "Upload Images"}
      description="Images only, up to 5MB each"
      size="large"
      onClose={() => (busy ? setLeaving(true) : onClose())}
    >
      <DialogBody>
        <div className="min-h-[350px]">
          <Uploader
            maxFiles={maxFiles}
            files={files}
            atOnce={atOnce}
            onBusy={setBusy}
            onUploaded={(urls, someFailed) => {
              toast({ title: "Image uploaded successfully!" });
              void queryClient.invalidateQueries({ queryKey: imageKeys.all });
              onUploaded(urls, someFailed);
            }}
          />
        </div>
      </DialogBody>
      {busy && leaving && (
        <AlertDialog
          title="Stop the upload?"
          cancelLabel="Keep Uploading"
          confirmLabel="Stop Upload"
          onCancel={() => setLeaving(false)}
          onConfirm={onClose}
        >
          Images that are not uploaded yet will not be saved.
        </AlertDialog>
      )}
    </Dialog>
  );
}

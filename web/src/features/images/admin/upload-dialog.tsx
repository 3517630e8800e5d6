import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { imageKeys } from "@/api/admin/images";
import { ChunkError } from "@/ui/admin/chunk-error";
import { Dialog, DialogBody } from "@/ui/admin/dialog";
import { toast } from "@/ui/admin/toasts";
import { useUnsavedChanges } from "@/ui/admin/unsaved-changes";
import { ErrorBoundary } from "@/ui/error-boundary";
import { Spinner } from "@/ui/spinner";

// Lazy, because the uploader is large.
const Uploader = lazy(async () => ({ default: (await import("./uploader")).Uploader }));

const stopQuestion = {
  title: "Stop the upload?",
  text: "Images that are not uploaded yet will not be saved.",
  cancelLabel: "Keep Uploading",
  confirmLabel: "Stop Upload",
};

interface UploadDialogProps {
  maxFiles: number;
  /** Files that were chosen before the dialog was open. */
  files?: File[];
  /** Called with the URLs of the uploaded images. It closes the dialog if it wants to. */
  onUploaded: (urls: string[], someFailed: boolean) => void;
  onClose: () => void;
}

/** Uploads images to the site. It never closes itself: its opener does that in onUploaded. */
export function UploadDialog({ maxFiles, files, onUploaded, onClose }: UploadDialogProps) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const leave = useUnsavedChanges(busy, { scope: "tab", question: stopQuestion });
  return (
    <Dialog
      title={maxFiles === 1 ? "Upload Image" : "Upload Images"}
      description="Images only, up to 5MB each"
      size="large"
      onClose={() => leave(onClose)}
    >
      <DialogBody>
        <div className="min-h-[350px]">
          <ErrorBoundary fallback={<ChunkError />}>
            <Suspense fallback={<Spinner label="Loading..." />}>
              <Uploader
                maxFiles={maxFiles}
                files={files}
                onBusy={setBusy}
                onUploaded={(urls, someFailed) => {
                  toast({ title: "Image uploaded successfully!" });
                  void queryClient.invalidateQueries({ queryKey: imageKeys.all });
                  onUploaded(urls, someFailed);
                }}
              />
            </Suspense>
          </ErrorBoundary>
        </div>
      </DialogBody>
    </Dialog>
  );
}

import { type ReactNode, useMemo, useState } from "react";
import { ImagePickerContext } from "@/lib/image-picker";
import { UploadDialog } from "./upload-dialog";

type Take = (url: string) => void;

/** Lets every form inside it upload a picture or choose one from the library. */
export function ImageSourcesProvider({ children }: { children: ReactNode }) {
  const [uploadFor, setUploadFor] = useState<{ take: Take } | null>(null);
  const picker = useMemo(
    () => ({
      upload: (take: Take) => setUploadFor({ take }),
      choose: (take: Take) => setUploadFor({ take }),
    }),
    [],
  );
  return (
    <ImagePickerContext value={picker}>
      {children}
      {uploadFor && (
        <UploadDialog
          most={1}
          onUploaded={([url]) => url && uploadFor.take(url)}
          onClose={() => setUploadFor(null)}
        />
      )}
    </ImagePickerContext>
  );
}

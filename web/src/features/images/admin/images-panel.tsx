import { ImagePlus, Upload } from "lucide-react";
import { useState } from "react";
import { Panel } from "@/ui/admin/panel";
import { toast } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ImageDetails } from "./image-details";
import { LibraryPanel } from "./library-panel";
import { Thumbnail } from "./thumbnail";
import { UploadDialog } from "./upload-dialog";
import { type UploadedImage, uploadedImages } from "./uploaded-image";

const maxFiles = 5;

interface ImagesPanelProps {
  images: UploadedImage[];
  onImages: (update: (images: UploadedImage[]) => UploadedImage[]) => void;
}

/** The pictures that were uploaded since the page was loaded, and all that are on the server. */
export function ImagesPanel({ images, onImages }: ImagesPanelProps) {
  const [uploading, setUploading] = useState(false);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const selected = images.find(({ id }) => id === selectedId);
  return (
    <div className="grid gap-6">
      <Panel title="Image Manager" description="Upload and manage images for your website content">
        <div className="flex flex-col items-center gap-3 rounded-xl border-2 border-edge border-dashed bg-paper p-6 text-center">
          <ImagePlus aria-hidden className="size-10 text-accent" strokeWidth={1.5} />
          <p className="text-soft">Up to {maxFiles} images at once</p>
          <Button variant="primary" size="small" onClick={() => setUploading(true)}>
            <Upload aria-hidden className="size-4" />
            Upload Images
          </Button>
        </div>
      </Panel>
      <Panel title={`Uploaded Images (${images.length})`}>
        {images.length === 0 ? (
          <EmptyState icon={<ImagePlus />} title="No images uploaded yet">
            Upload your first image to get started
          </EmptyState>
        ) : (
          <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
            {images.map((image) => (
              <Thumbnail
                key={image.id}
                image={image}
                selected={image.id === selectedId}
                onSelect={() => setSelectedId(image.id)}
                onRemove={() => {
                  onImages((all) => all.filter(({ id }) => id !== image.id));
                  toast({ title: "Removed", description: "Image removed from manager" });
                }}
              />
            ))}
          </ul>
        )}
      </Panel>
      {selected && (
        <ImageDetails
          image={selected}
          onRename={(name) =>
            onImages((all) =>
              all.map((image) => (image.id === selected.id ? { ...image, name } : image)),
            )
          }
        />
      )}
      <LibraryPanel />
      {uploading && (
        <UploadDialog
          maxFiles={maxFiles}
          onUploaded={(urls, someFailed) => {
            onImages((all) => [...uploadedImages(urls, new Date()), ...all]);
            // What failed stays visible, with its message.
            setUploading(someFailed);
          }}
          onClose={() => setUploading(false)}
        />
      )}
    </div>
  );
}

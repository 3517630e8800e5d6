import { ImagePlus, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Panel } from "@/ui/admin/panel";
import { toast } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { DropBox } from "./drop-box";
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

/** The images uploaded since the page was loaded, and the library. */
export function ImagesPanel({ images, onImages }: ImagesPanelProps) {
  const [uploading, setUploading] = useState(false);
  const [dropped, setDropped] = useState<File[]>([]);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const selected = images.find(({ id }) => id === selectedId);
  const list = useRef<HTMLUListElement>(null);
  const uploadButton = useRef<HTMLButtonElement>(null);

  const upload = (files: File[]) => {
    setDropped(files);
    setUploading(true);
  };
  const remove = (index: number) => {
    // The list must be shorter before the focus goes to what took the removed image's place.
    flushSync(() => onImages((all) => all.toSpliced(index, 1)));
    const neighbour = list.current?.children.item(Math.min(index, images.length - 2));
    (neighbour?.querySelector("button") ?? uploadButton.current)?.focus();
    toast({ title: "Removed", description: "Image removed from manager" });
  };
  return (
    <div className="grid gap-6">
      <Panel
        title="Image Manager"
        description="Upload and manage images for your website content"
        help="Every picture that you upload is kept in the Image Library below. The list of uploaded images is for this visit only and is empty after a reload. An image URL is the address of a picture."
      >
        <DropBox onFiles={upload}>
          <ImagePlus aria-hidden className="size-10 text-accent" strokeWidth={1.5} />
          <p className="text-soft">Up to {maxFiles} images at once</p>
          <p className="text-sm text-soft [@media(hover:none)]:hidden">
            You can also drop them here.
          </p>
          <Button ref={uploadButton} variant="primary" size="small" onClick={() => upload([])}>
            <Upload aria-hidden className="size-4" />
            Upload Images
          </Button>
        </DropBox>
      </Panel>
      <Panel title={`Uploaded Images (${images.length})`}>
        {images.length === 0 ? (
          <EmptyState icon={<ImagePlus />} title="No images uploaded yet">
            Upload your first image to get started
          </EmptyState>
        ) : (
          <ul ref={list} className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
            {images.map((image, index) => (
              <Thumbnail
                key={image.id}
                image={image}
                selected={image.id === selectedId}
                onSelect={() => setSelectedId(image.id)}
                onRemove={() => remove(index)}
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
          files={dropped}
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

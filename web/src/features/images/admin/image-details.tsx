import { useTime } from "@/domain/admin/times";
import { Panel } from "@/ui/admin/panel";
import { TextField } from "@/ui/admin/text-field";
import { CopyField } from "./copy-field";
import type { UploadedImage } from "./uploaded-image";

interface ImageDetailsProps {
  image: UploadedImage;
  onRename: (name: string) => void;
}

export function ImageDetails({ image, onRename }: ImageDetailsProps) {
  const time = useTime();
  return (
    <Panel title="Image Details">
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label="Image Name"
          value={image.name}
          onChange={(event) => onRename(event.target.value)}
        />
        <CopyField label="Image URL" value={image.url} />
      </div>
      <p className="mt-5 text-soft">
        Uploaded: <time dateTime={image.uploadedAt.toISOString()}>{time(image.uploadedAt)}</time>
      </p>
    </Panel>
  );
}

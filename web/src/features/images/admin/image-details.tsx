import { Copy } from "lucide-react";
import { useRef } from "react";
import { copyText } from "@/lib/clipboard";
import { toast, toastFailure } from "@/lib/toasts";
import { FormField } from "@/ui/form-field";
import { IconButton } from "@/ui/icon-button";
import { Input } from "@/ui/input";
import { Panel } from "@/ui/panel";
import type { UploadedImage } from "./uploaded-image";

interface ImageDetailsProps {
  image: UploadedImage;
  onRename: (name: string) => void;
}

export function ImageDetails({ image, onRename }: ImageDetailsProps) {
  const address = useRef<HTMLInputElement>(null);
  const copy = async () => {
    address.current?.select();
    if (await copyText(image.url)) {
      toast({ title: "Copied", description: "Image URL copied to clipboard" });
    } else {
      toastFailure("Not copied", "The browser did not allow it. The address is selected instead.");
    }
  };
  return (
    <Panel title="Image Details">
      <div className="grid gap-5 md:grid-cols-2">
        <FormField label="Image Name">
          {(props) => (
            <Input
              {...props}
              value={image.name}
              onChange={(event) => onRename(event.target.value)}
            />
          )}
        </FormField>
        <FormField label="Image URL">
          {(props) => (
            <span className="flex items-center gap-2">
              <Input {...props} ref={address} readOnly value={image.url} />
              <IconButton label="Copy Image URL" icon={<Copy />} onClick={copy} />
            </span>
          )}
        </FormField>
      </div>
      <p className="mt-5 text-soft">
        Uploaded:{" "}
        <time dateTime={image.uploadedAt.toISOString()}>{image.uploadedAt.toLocaleString()}</time>
      </p>
    </Panel>
  );
}

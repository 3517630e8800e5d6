import { Upload } from "lucide-react";
import { useId, useState } from "react";
import { FormDialog } from "@/ui/admin/form-dialog";
import { ImageField } from "@/ui/admin/image-field";
import { useImagePicker } from "@/ui/admin/image-picker";
import { Button } from "@/ui/button";

interface ServiceImageDialogProps {
  imageUrl: string;
  onCancel: () => void;
  onUse: (url: string) => void;
}

/** Sets the image of the service that is being edited. */
export function ServiceImageDialog({ imageUrl, onCancel, onUse }: ServiceImageDialogProps) {
  const id = useId();
  const [url, setUrl] = useState(imageUrl);
  const [picked, setPicked] = useState<File>();
  const picker = useImagePicker();
  return (
    <FormDialog
      title="Service Image"
      submitLabel="Use Image"
      pending={false}
      onSubmit={() => onUse(url)}
      onClose={onCancel}
    >
      <div>
        <label htmlFor={id} className="mb-1.5 block font-semibold">
          Image File
        </label>
        <input
          id={id}
          type="file"
          accept="image/*"
          className="block w-full rounded-xl border-2 border-edge border-dashed bg-paper p-3 text-sm file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-lg file:border-0 file:bg-primary-fill file:px-4 file:font-semibold file:text-white"
          onChange={(event) => setPicked(event.target.files?.[0])}
        />
        <p role="status" className="text-sm text-soft">
          {picked && <span className="mt-1.5 block">Image upload would be implemented here.</span>}
        </p>
        {picked && (
          <Button
            variant="outline"
            size="small"
            className="mt-2"
            onClick={() => picker.upload(setUrl, [picked])}
          >
            <Upload aria-hidden className="size-4" />
            Upload This File
          </Button>
        )}
      </div>
      <ImageField
        label="Image URL"
        hint="“Upload Image” sends a picture from this device to the site."
        value={url}
        onChange={setUrl}
      />
    </FormDialog>
  );
}

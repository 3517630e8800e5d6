import { Images, Upload } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "../button";
import { FormField } from "./form-field";
import { useImagePicker } from "./image-picker";
import { Input } from "./input";

interface ImageFieldProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  label: string;
  hint?: string;
  value: string;
  onChange: (url: string) => void;
}

/** An image URL, typed, uploaded or chosen from the library, with a preview. */
export function ImageField({ label, hint, value, onChange, ...props }: ImageFieldProps) {
  return (
    <div>
      <FormField label={label} hint={hint}>
        {(control) => (
          <Input
            {...control}
            {...props}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </FormField>
      <ImageSources onPick={onChange} />
      <ImagePreview key={value} url={value} />
    </div>
  );
}

/** Buttons to upload an image or choose one from the library. */
export function ImageSources({ onPick }: { onPick: (url: string) => void }) {
  const picker = useImagePicker();
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button variant="outline" size="small" onClick={() => picker.upload(onPick)}>
        <Upload aria-hidden className="size-4" />
        Upload Image
      </Button>
      <Button variant="outline" size="small" onClick={() => picker.choose(onPick)}>
        <Images aria-hidden className="size-4" />
        Choose from Library
      </Button>
    </div>
  );
}

/** The image at a URL; nothing if it cannot be loaded. */
export function ImagePreview({ url }: { url: string }) {
  const [failed, setFailed] = useState(false);
  if (url.trim() === "" || failed) return null;
  return (
    <img
      src={url}
      alt="Preview"
      className="mt-3 max-h-48 rounded-xl border border-line object-cover"
      onError={() => setFailed(true)}
    />
  );
}

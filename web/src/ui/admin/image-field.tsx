import { Images, Upload } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "../button";
import { FormField } from "./form-field";
import { useImagePicker } from "./image-picker";
import { Input } from "./input";

interface ImageFieldProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  label: string;
  optional?: boolean;
  hint?: string;
  value: string;
  onChange: (url: string) => void;
}

/** The address of a picture: typed, uploaded, or chosen from what is there, and shown at once. */
export function ImageField({ label, optional, hint, value, onChange, ...props }: ImageFieldProps) {
  return (
    <div>
      <FormField label={label} optional={optional} hint={hint}>
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

/** The buttons that bring a picture from elsewhere. */
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

/** Shows the picture at an address, and nothing when there is none to be had. */
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

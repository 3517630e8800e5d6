import { Images, Trash2, Upload } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { Button } from "../button";
import { PictureInput, useImagePicker } from "./image-picker";
import { TextField } from "./text-field";
import { useDebouncedValue } from "./use-debounced-value";

interface ImageFieldProps extends Omit<ComponentProps<typeof TextField>, "value" | "onChange"> {
  value: string;
  onChange: (url: string) => void;
}

/** An image URL, typed, uploaded or chosen from the library, with a preview. */
export function ImageField({ onChange, ...props }: ImageFieldProps) {
  return (
    <div>
      <TextField {...props} onChange={({ target }) => onChange(target.value)} />
      <ImageSources onPick={onChange} />
      <ImagePreview url={props.value} />
    </div>
  );
}

/** A picture with buttons to replace and to remove it, and its URL below. One tap opens the picker. */
export function PhotoField({ onChange, ...props }: ImageFieldProps) {
  return (
    <TextField {...props} onChange={({ target }) => onChange(target.value)}>
      <PhotoButtons value={props.value} onChange={onChange} />
    </TextField>
  );
}

/** A picture with buttons to replace and to remove it. */
export function PhotoButtons({ value, onChange }: Pick<ImageFieldProps, "value" | "onChange">) {
  const picker = useImagePicker();
  const file = useRef<HTMLInputElement>(null);
  const hasPicture = value.trim() !== "";
  return (
    <div>
      <ImagePreview url={value} />
      <div className="my-2 flex flex-wrap gap-2">
        <Button variant="outline" size="small" onClick={() => file.current?.click()}>
          <Upload aria-hidden className="size-4" />
          {hasPicture ? "Replace" : "Upload Image"}
        </Button>
        {hasPicture && (
          <Button variant="outline" size="small" onClick={() => onChange("")}>
            <Trash2 aria-hidden className="size-4" />
            Remove
          </Button>
        )}
        <Button variant="outline" size="small" onClick={() => picker.choose(onChange)}>
          <Images aria-hidden className="size-4" />
          Choose from Library
        </Button>
        <PictureInput ref={file} onPick={onChange} />
      </div>
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
  // Otherwise the browser would request a picture for every letter that is typed.
  const settledUrl = useDebouncedValue(url.trim(), 500);
  if (url.trim() === "" || settledUrl === "") return null;
  return <PreviewImage key={settledUrl} url={settledUrl} />;
}

function PreviewImage({ url }: { url: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  return (
    <img
      src={url}
      alt="Preview"
      className="mt-3 max-h-48 rounded-xl border border-line object-cover"
      onError={() => setFailed(true)}
    />
  );
}

import { X } from "lucide-react";
import { useState } from "react";
import { cn } from "@/ui/admin/class-names";
import { IconButton } from "@/ui/admin/icon-button";
import type { UploadedImage } from "./uploaded-image";

/** An image with the text "Error". */
const errorImage = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" fill="#e5e7eb"/><text x="100" y="108" font-family="sans-serif" font-size="24" text-anchor="middle" fill="#4b5563">Error</text></svg>',
)}`;

interface ThumbnailProps {
  image: UploadedImage;
  selected: boolean;
  onSelect: () => void;
  onRemove: () => void;
}

export function Thumbnail({ image, selected, onSelect, onRemove }: ThumbnailProps) {
  const [failed, setFailed] = useState(false);
  return (
    <li className="group relative">
      <button
        type="button"
        aria-pressed={selected}
        className={cn(
          "block w-full overflow-hidden rounded-xl border-3 bg-sunken",
          selected ? "border-primary" : "border-transparent",
        )}
        onClick={onSelect}
      >
        <img
          src={failed ? errorImage : image.url}
          alt={failed ? `Error: ${image.name}` : image.name}
          className="aspect-square w-full object-cover"
          onError={() => setFailed(true)}
        />
      </button>
      <IconButton
        label={`Remove ${image.name}`}
        icon={<X />}
        className="absolute top-1 right-1 bg-bad text-surface transition-opacity hover:bg-bad hover:text-surface focus-visible:opacity-100 group-hover:opacity-100 [@media(hover:hover)]:opacity-0"
        onClick={onRemove}
      />
      <p className="mt-1.5 truncate text-sm">{image.name}</p>
    </li>
  );
}

import { ImageOff } from "lucide-react";

/** The image of a service, or an icon if it has none. */
export function ServicePicture({ imageUrl }: { imageUrl: string }) {
  return (
    <div className="grid aspect-[16/10] place-items-center overflow-hidden bg-sunken text-edge">
      {imageUrl ? (
        <img src={imageUrl} alt="" loading="lazy" className="size-full object-cover" />
      ) : (
        <ImageOff aria-hidden className="size-10" />
      )}
    </div>
  );
}

import { clsx } from "clsx";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Perimeter } from "./perimeter";
import { Picture } from "./picture";

/** An image that fills its parent, or a drawing if there is no image or it cannot be loaded. */
export function CoverPicture({ src, className, ...props }: ComponentProps<typeof Picture>) {
  const [broken, setBroken] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // No error event reaches React if loading failed before hydration. An SVG without a width is
    // complete with naturalWidth 0, so decode() decides.
    const { current } = image;
    if (current?.complete && !current.naturalWidth) {
      current.decode().catch(() => setBroken(true));
    }
  }, []);
  if (!src || broken) {
    return (
      <div className={clsx("band-pine flex flex-col justify-end overflow-hidden", className)}>
        <Perimeter className="mb-[9%] aspect-16/3 shrink-0 [&_svg]:mr-0" />
      </div>
    );
  }
  return (
    <Picture
      ref={image}
      src={src}
      className={clsx("object-cover", className)}
      onError={() => setBroken(true)}
      {...props}
    />
  );
}

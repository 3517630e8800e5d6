import { clsx } from "clsx";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Perimeter } from "./perimeter";
import { Picture } from "./picture";

/** A picture that fills its place. Where there is none to be had, the homestead stands in for it. */
export function CoverPicture({ src, className, ...props }: ComponentProps<typeof Picture>) {
  const [broken, setBroken] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // What failed before React took over is told to nobody. A drawing may have no width of its own
    // and yet be whole.
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

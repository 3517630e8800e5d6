import type { ReactNode } from "react";
import { fitInto } from "./photo";

/** The longer side of a photo between the messages, in pixels. */
const shownSide = 220;

interface MessagePhotoProps {
  src: string;
  alt: string;
  /** Its full size. */
  size: { width: number; height: number };
  /** Where the photo opens large. */
  href?: string;
}

/** A photo as a message. Its size is known before it is loaded, so that nothing moves. */
export function MessagePhoto({ src, alt, size, href }: MessagePhotoProps): ReactNode {
  const photo = (
    <img
      src={src}
      alt={alt}
      {...fitInto(shownSide, size)}
      className="h-auto max-w-full rounded-xl"
    />
  );
  if (!href) return photo;
  return (
    <a href={href} target="_blank" rel="noreferrer" className="block">
      {photo}
    </a>
  );
}

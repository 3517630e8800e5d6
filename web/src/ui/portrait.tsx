import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Picture } from "./picture";

interface PortraitProps extends ComponentProps<typeof Picture> {
  initials: string;
}

/** The photo of a person, or their initials until there is one. */
export function Portrait({ initials, ...picture }: PortraitProps) {
  if (picture.src) return <Picture {...picture} />;
  const { alt, className } = picture;
  return (
    <div
      {...(alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true })}
      className={clsx("@container grid place-content-center bg-primary-fill text-white", className)}
    >
      <span className="font-bold font-display text-[min(34cqi,6rem)] leading-none">{initials}</span>
    </div>
  );
}

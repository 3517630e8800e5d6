import type { ComponentProps } from "react";

/** What is known about an image beside its address. */
export interface PictureDetails {
  alt: string;
  /** A tiny picture that stands in until the real one arrives, as a data address. */
  preview: string;
  variants: { url: string; mediaType: string; width: number }[];
}

interface PictureProps extends ComponentProps<"img"> {
  src: string;
  /** Used where the image brings no description of its own. */
  alt: string;
  details?: PictureDetails;
  /** How wide the picture is shown, in the language of the attribute of that name. */
  sizes: string;
}

/** An image in the smallest of its copies that looks right. */
export function Picture({ src, alt, details, sizes, ...props }: PictureProps) {
  if (!details) return <img src={src} alt={alt} {...props} />;
  const { preview, variants } = details;
  return (
    <picture className="contents">
      {mediaTypesOf(variants).map((type) => (
        <source key={type} type={type} srcSet={srcSetOf(variants, type)} sizes={sizes} />
      ))}
      <img
        src={src}
        alt={details.alt || alt}
        style={preview ? { background: `center / cover url("${preview}")` } : undefined}
        {...props}
      />
    </picture>
  );
}

// The format that packs best comes first, because browsers take the first that they understand.
const formats = ["image/avif", "image/webp"];

function mediaTypesOf(variants: PictureDetails["variants"]): string[] {
  const types = [...new Set(variants.map(({ mediaType }) => mediaType))];
  const others = types.filter((type) => !formats.includes(type));
  return [...formats.filter((format) => types.includes(format)), ...others];
}

function srcSetOf(variants: PictureDetails["variants"], type: string): string {
  return variants
    .filter(({ mediaType }) => mediaType === type)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(", ");
}

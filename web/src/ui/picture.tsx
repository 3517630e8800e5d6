import type { ComponentProps } from "react";

/** What the server knows about an image. */
export interface PictureDetails {
  alt: string;
  /** A tiny placeholder image as a data URL. */
  preview: string;
  variants: { url: string; mediaType: string; width: number }[];
}

interface PictureProps extends ComponentProps<"img"> {
  src: string;
  /** Used if the image has no alternative text of its own. */
  alt: string;
  details?: PictureDetails;
  /** The displayed width, as in the sizes attribute. */
  sizes: string;
}

/** An image for which the browser chooses the smallest variant that is large enough. */
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

// The format with the smallest files comes first, because browsers take the first one they support.
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

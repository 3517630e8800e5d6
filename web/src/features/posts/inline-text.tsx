import { createContext, Fragment, use } from "react";
import { type Inline, parseInline } from "@/domain/post-body";
import { Picture, type PictureDetails } from "@/ui/picture";

/** An uploaded image that the text of a post shows. */
export interface PostImage extends PictureDetails {
  url: string;
  width: number;
  height: number;
}

/** The uploaded images of the post; undefined where they are not known, as in the preview. */
export const PostImagesContext = createContext<PostImage[] | undefined>(undefined);

/** Text with inline marks. */
export function InlineText({ text }: { text: string }) {
  return <Inlines parts={parseInline(text)} />;
}

function Inlines({ parts }: { parts: Inline[] }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts are never reordered and have no id
    <Fragment key={index}>{element(part)}</Fragment>
  ));
}

function element(part: Inline) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return <code>{part.text}</code>;
    case "strong":
      return (
        <strong>
          <Inlines parts={part.children} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Inlines parts={part.children} />
        </em>
      );
    case "link":
      return (
        <a href={part.href}>
          <Inlines parts={part.children} />
        </a>
      );
    case "image":
      return <InlineImage src={part.src} alt={part.alt} />;
  }
}

function InlineImage({ src, alt }: { src: string; alt: string }) {
  const images = use(PostImagesContext);
  const details = images?.find(({ url }) => url === src);
  // An uploaded image that the server does not know was deleted.
  if (images && !details && src.startsWith("/objects/uploads/")) return null;
  return (
    <Picture
      src={src}
      alt={alt}
      // The alternative text in the article says more than that of the library.
      details={details && { ...details, alt }}
      sizes="(min-width: 720px) 42rem, 100vw"
      width={details?.width}
      height={details?.height}
      loading="lazy"
    />
  );
}

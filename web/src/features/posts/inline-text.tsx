import { Fragment } from "react";
import { type Inline, parseInline } from "@/domain/post-body";

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
      return <img src={part.src} alt={part.alt} loading="lazy" />;
  }
}

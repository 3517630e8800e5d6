import { Pencil } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import type { ContentItem } from "@/api/admin/content";
import { contentTemplates, editorDefault } from "@/domain/admin/content-templates";
import { contentDefault } from "@/domain/content-defaults";
import { usePage } from "@/domain/page-data";
import { Badge } from "@/ui/admin/badge";
import { cn } from "@/ui/admin/class-names";
import { Tooltip } from "@/ui/admin/tooltip";
import { Button } from "@/ui/button";
import { useContentEditing } from "./content-editing";
import { InlineEditor } from "./inline-editor";
import { useRefocus } from "./use-refocus";

/** The template of a key with its stored item and current value. */
export function useTemplate(key: string) {
  const { identity } = usePage();
  const { stored } = useContentEditing();
  const template = contentTemplates.find((candidate) => candidate.key === key);
  if (!template) throw new Error(`there is no content template ${key}`);
  const item = stored(key);
  const text = editorDefault(key, identity);
  const pageText = contentDefault(key, identity);
  return {
    template,
    item,
    value: item?.value ?? text,
    // What visitors see, if it is not what the editor shows.
    seenNow: !item && pageText !== text ? pageText : undefined,
  };
}

interface EditableProps {
  /** The content key. */
  name: string;
  className?: string;
  children: (value: string) => ReactNode;
}

/** A part of a preview that can be edited inline while editing is on. */
export function Editable({ name, className, children }: EditableProps) {
  const { template, item, value, seenNow } = useTemplate(name);
  const { enabled, active, open } = useContentEditing();
  const isActive = enabled && active === name;
  const button = useRefocus(isActive);

  const onClick = (event: MouseEvent) => {
    // Links in a preview are inactive.
    event.preventDefault();
    if (enabled && !isActive) open(name);
  };
  if (isActive) return <InlineEditor template={template} value={value} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button does the same for the keyboard
    <div
      className={cn(
        "relative rounded-lg",
        enabled &&
          "cursor-text outline-2 outline-primary outline-dashed outline-offset-4 hover:bg-glow/20",
        className,
      )}
      onClick={onClick}
    >
      {children(value)}
      <div className="mt-2 flex flex-wrap items-center gap-2 font-sans">
        <StoredBadge stored={item !== undefined} />
        <BackToDefault item={item} label={template.label} />
        {enabled && (
          <Tooltip text={`Edit ${template.label}`}>
            <button
              ref={button}
              type="button"
              aria-label={`Edit ${template.label}`}
              className="inline-flex size-8 items-center justify-center rounded-full bg-primary-fill text-white"
              onClick={() => open(name)}
            >
              <Pencil aria-hidden className="size-4" />
            </button>
          </Tooltip>
        )}
        <SeenNow text={seenNow} />
      </div>
    </div>
  );
}

/** Deletes a stored text, after a question. */
export function BackToDefault({ item, label }: { item: ContentItem | undefined; label: string }) {
  const { reset } = useContentEditing();
  if (!item) return null;
  return (
    <Button
      variant="outline"
      size="small"
      className="bg-surface text-ink"
      aria-label={`Back to default: ${label}`}
      onClick={(event) => {
        // The surrounding element opens the inline editor.
        event.stopPropagation();
        reset(item);
      }}
    >
      Back to default
    </Button>
  );
}

/** What visitors see by default, where the editor starts with another text. */
export function SeenNow({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="w-full rounded-lg bg-surface px-3 py-2 text-ink text-sm">
      <span className="font-semibold">Visitors see now:</span> {text}
    </p>
  );
}

/** Shows whether a value is stored or the default is used. */
export function StoredBadge({ stored }: { stored: boolean }) {
  return (
    <span className="inline-flex rounded-full bg-surface">
      <Badge variant={stored ? "primary" : "neutral"} wrap>
        {stored ? "Edited" : "Default template"}
      </Badge>
    </span>
  );
}

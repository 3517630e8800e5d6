import { Pencil } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { contentTemplates, editorDefault } from "@/domain/admin/content-templates";
import { usePage } from "@/domain/page-data";
import { Badge } from "@/ui/admin/badge";
import { cn } from "@/ui/admin/class-names";
import { Tooltip } from "@/ui/admin/tooltip";
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
  return { template, item, value: item?.value ?? editorDefault(key, identity) };
}

interface EditableProps {
  /** The content key. */
  name: string;
  className?: string;
  children: (value: string) => ReactNode;
}

/** A part of a preview that can be edited inline while editing is on. */
export function Editable({ name, className, children }: EditableProps) {
  const { template, item, value } = useTemplate(name);
  const { enabled, active, open } = useContentEditing();
  const isActive = enabled && active?.key === name;
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
      <div className="mt-2 flex items-center gap-2 font-sans">
        <StoredBadge stored={item !== undefined} />
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
      </div>
    </div>
  );
}

/** Shows whether a value is stored or the default is used. */
export function StoredBadge({ stored }: { stored: boolean }) {
  return (
    <span className="inline-flex rounded-full bg-surface">
      <Badge variant={stored ? "primary" : "neutral"}>
        {stored ? "Edited" : "Default template"}
      </Badge>
    </span>
  );
}

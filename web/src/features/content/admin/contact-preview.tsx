import { Pencil } from "lucide-react";
import type { ContentItem } from "@/api/admin/content";
import { contentTemplates } from "@/domain/admin/content-templates";
import { cn } from "@/ui/admin/class-names";
import { Button } from "@/ui/button";
import type { ContentStart } from "./content-dialog";
import { useContentEditing } from "./content-editing";
import { BackToDefault, SeenNow, StoredBadge, useTemplate } from "./editable";
import { InlineEditor } from "./inline-editor";
import { useRefocus } from "./use-refocus";

const keys = contentTemplates.flatMap(({ section, key }) => (section === "contact" ? [key] : []));

interface ContactPreviewProps {
  /** Opens the dialog; used while inline editing is off. */
  onEdit: (item: ContentItem | undefined, start: ContentStart) => void;
}

/** Preview of the contact page: its content items in a list. */
export function ContactPreview({ onEdit }: ContactPreviewProps) {
  return (
    <ul className="divide-y divide-line px-[min(1.25rem,6vw)] md:px-10">
      {keys.map((key) => (
        <ContactItem key={key} name={key} onEdit={onEdit} />
      ))}
    </ul>
  );
}

function ContactItem({ name, onEdit }: { name: string } & ContactPreviewProps) {
  const { template, item, value, seenNow } = useTemplate(name);
  const { enabled, active, open } = useContentEditing();
  const { key, section, type, label } = template;
  const isActive = enabled && active === name;
  const button = useRefocus(isActive);
  if (isActive) {
    return (
      <li className="py-5">
        <h3 className="mb-2 text-lg">{label}</h3>
        <InlineEditor template={template} value={value} />
      </li>
    );
  }
  return (
    <li className="flex flex-col items-start gap-3 py-5 sm:flex-row sm:gap-6">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for the keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button does the same for the keyboard */}
      <div
        className={cn("min-w-0 flex-1 rounded-lg", enabled && "cursor-text hover:bg-glow/20")}
        onClick={() => enabled && open(name)}
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-lg">{label}</h3>
          <StoredBadge stored={item !== undefined} />
          <BackToDefault item={item} label={label} />
        </div>
        <SeenNow text={seenNow} />
        <p
          className={
            type === "html" ? "mt-2 break-all font-mono text-sm" : "mt-1 break-words text-lead"
          }
        >
          {value}
        </p>
      </div>
      <Button
        ref={button}
        variant="outline"
        size="small"
        aria-label={`Edit ${label}`}
        onClick={() => (enabled ? open(name) : onEdit(item, { key, section, type, value }))}
      >
        <Pencil aria-hidden className="size-4" />
        Edit
      </Button>
    </li>
  );
}

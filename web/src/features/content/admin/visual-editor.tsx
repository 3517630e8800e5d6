import { LayoutTemplate, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { type ContentItem, type Section, sections } from "@/api/admin/content";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { AboutPreview } from "./about-preview";
import { ContactPreview } from "./contact-preview";
import type { ContentStart } from "./content-dialog";
import { HomePreview } from "./home-preview";
import { sectionLabels } from "./labels";
import { ServicesPreview } from "./services-preview";

interface VisualEditorProps {
  section: Section;
  onSection: (section: Section) => void;
  serviceGallery: ReactNode;
  onAdd: () => void;
  onEdit: (item: ContentItem | undefined, start: ContentStart) => void;
}

/** Previews of the site's sections, one at a time. */
export function VisualEditor({
  section,
  onSection,
  serviceGallery,
  onAdd,
  onEdit,
}: VisualEditorProps) {
  return (
    <>
      <fieldset className="mb-5 flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">Section</legend>
        {sections.map((name) => (
          <Button
            key={name}
            variant={name === section ? "primary" : "outline"}
            size="small"
            aria-pressed={name === section}
            onClick={() => name !== section && onSection(name)}
          >
            {sectionLabels[name]}
          </Button>
        ))}
      </fieldset>
      <div className="wrap-anywhere overflow-hidden rounded-2xl border border-line bg-paper">
        {section === "home" && <HomePreview />}
        {section === "about" && <AboutPreview />}
        {section === "services" && <ServicesPreview gallery={serviceGallery} />}
        {section === "contact" && <ContactPreview onEdit={onEdit} />}
        {(section === "blog" || section === "footer" || section === "general") && (
          <div className="p-5">
            <EmptyState icon={<LayoutTemplate />} title="No template available for this section.">
              <Button variant="primary" size="small" className="mt-3" onClick={onAdd}>
                <Plus aria-hidden className="size-5" />
                Add New Content
              </Button>
            </EmptyState>
          </div>
        )}
      </div>
    </>
  );
}

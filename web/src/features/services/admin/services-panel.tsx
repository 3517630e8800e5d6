import { useQuery } from "@tanstack/react-query";
import { Code, Pencil, Wrench } from "lucide-react";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type Service, servicesQuery } from "@/api/services";
import { Panel } from "@/ui/admin/panel";
import { QueryError } from "@/ui/admin/query-error";
import { useUnsavedChanges } from "@/ui/admin/unsaved-changes";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Spinner } from "@/ui/spinner";
import { EditServiceDialog } from "./edit-service-dialog";
import { ServicePicture } from "./service-picture";
import { type TemplateDraft, TemplateEditor } from "./template-editor";
import { TemplateVariables } from "./template-variables";

/** The Services tab: edits services and the templates of their pages. */
export function ServicesPanel() {
  const { data: services, error, refetch } = useQuery(servicesQuery);
  const [editing, setEditing] = useState<Service | null>(null);
  const [chosenId, setChosenId] = useState("");
  const [draft, setDraft] = useState<TemplateDraft | null>(null);
  const leaveDraft = useUnsavedChanges(draft !== null);
  const editor = useRef<HTMLElement>(null);

  const choose = (id: string, then = () => {}) => {
    if (id === chosenId) {
      then();
      return;
    }
    leaveDraft(() => {
      // The question about the draft must be gone before anything else can take the focus.
      flushSync(() => {
        setChosenId(id);
        setDraft(null);
      });
      then();
    });
  };
  const goToEditor = () => {
    editor.current?.scrollIntoView({ block: "start" });
    editor.current?.focus({ preventScroll: true });
  };
  return (
    <div className="grid gap-6">
      <Panel title="Manage Services">
        {!services && !error && <Spinner label="Loading services..." />}
        {error && <QueryError what="the services" error={error} onRetry={refetch} />}
        {services?.length === 0 && (
          <EmptyState
            icon={<Wrench />}
            title="No services available. Add services from the Site Content section."
          />
        )}
        {services && services.length > 0 && (
          <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
            {services.map((service) => (
              <ManagedCard
                key={service.id}
                service={service}
                onEdit={() => setEditing(service)}
                onEditTemplate={() => choose(String(service.id), goToEditor)}
              />
            ))}
          </ul>
        )}
      </Panel>
      <TemplateEditor
        ref={editor}
        services={services}
        chosenId={chosenId}
        onChoose={choose}
        draft={draft}
        onDraft={setDraft}
      />
      <TemplateVariables />
      {editing && <EditServiceDialog service={editing} onClose={() => setEditing(null)} />}
    </div>
  );
}

interface ManagedCardProps {
  service: Service;
  onEdit: () => void;
  onEditTemplate: () => void;
}

function ManagedCard({ service, onEdit, onEditTemplate }: ManagedCardProps) {
  const nameId = useId();
  return (
    <li className="group flex flex-col overflow-hidden rounded-2xl border border-line bg-paper wrap-anywhere">
      <div className="relative">
        <ServicePicture imageUrl={service.imageUrl} />
        <button
          type="button"
          aria-describedby={nameId}
          className="absolute inset-0 flex items-end justify-end bg-transparent p-3 transition-colors focus-visible:bg-pine/70 group-hover:bg-pine/70 md:items-center md:justify-center"
          onClick={onEdit}
        >
          <span className="inline-flex min-h-11 items-center gap-2 rounded-xl bg-cream px-4 font-bold font-display text-pine shadow-lg transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:hover)]:opacity-0">
            <Pencil aria-hidden className="size-4" />
            Edit Service
          </span>
        </button>
      </div>
      <div className="flex grow flex-col p-4">
        <h3 id={nameId} className="text-lg">
          {service.name}
        </h3>
        <p className="mt-1 line-clamp-2 text-soft">{service.shortDescription}</p>
        <div className="mt-auto pt-4">
          <Button variant="outline" size="small" aria-describedby={nameId} onClick={onEditTemplate}>
            <Code aria-hidden className="size-4" />
            Edit Template
          </Button>
        </div>
      </div>
    </li>
  );
}

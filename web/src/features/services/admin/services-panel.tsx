import { useQuery } from "@tanstack/react-query";
import { ArrowUpDown, Code, EyeOff, Pencil, Plus, Trash2, Wrench } from "lucide-react";
import { useId, useRef, useState } from "react";
import { errorText } from "@/api/admin/client";
import { useOrderServices, useSaveService } from "@/api/admin/services";
import { type Service, servicesQuery } from "@/api/services";
import { useWantedCopy } from "@/editing/copies/working-copies";
import { toastSaved } from "@/editing/undo/saved-toast";
import { Badge } from "@/ui/admin/badge";
import { IconButton } from "@/ui/admin/icon-button";
import { OrderDialog } from "@/ui/admin/order-dialog";
import { Panel } from "@/ui/admin/panel";
import { QueryError } from "@/ui/admin/query-error";
import { Switch } from "@/ui/admin/switch";
import { toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Spinner } from "@/ui/spinner";
import { DeleteServiceDialog } from "./delete-service-dialog";
import { EditServiceDialog, newServiceCopy } from "./edit-service-dialog";
import { savedMessage, saveFailure } from "./save-messages";
import { ServicePicture } from "./service-picture";
import { TemplateEditor } from "./template-editor";
import { TemplateVariables } from "./template-variables";
import { useOpenedService } from "./use-opened-service";

/** The Services tab: edits services and the templates of their pages. */
export function ServicesPanel() {
  const { data: services, error, refetch } = useQuery(servicesQuery);
  const opened = useOpenedService(services);
  const [deleting, setDeleting] = useState<Service | null>(null);
  const [ordering, setOrdering] = useState(false);
  const shown = services?.filter(({ hidden }) => !hidden) ?? [];
  const [chosenId, setChosenId] = useState("");
  const editor = useRef<HTMLElement>(null);
  const serviceOf = (id: string) => services?.find((service) => String(service.id) === id) ?? null;
  useWantedCopy("service", (id) => {
    const service = serviceOf(id);
    if (service || id === newServiceCopy) opened.open(service ?? undefined);
  });
  useWantedCopy("template", setChosenId);
  const goToEditor = () => {
    editor.current?.scrollIntoView({ block: "start" });
    editor.current?.focus({ preventScroll: true });
  };
  return (
    <div className="grid gap-6">
      <Panel
        title="Manage Services"
        help="What you offer, in the order of the services page. The slug is the last part of the address of a service's page, as in /services/termite-control. A template is an extra part at the end of that page."
        actions={
          <>
            {services && services.length > 1 && (
              <Button variant="outline" size="small" onClick={() => setOrdering(true)}>
                <ArrowUpDown aria-hidden className="size-4" />
                Reorder
              </Button>
            )}
            <Button variant="primary" size="small" onClick={() => opened.open(undefined)}>
              <Plus aria-hidden className="size-5" />
              Add Service
            </Button>
          </>
        }
      >
        {!services && !error && <Spinner label="Loading services..." />}
        {error && <QueryError what="the services" error={error} onRetry={refetch} />}
        {services?.length === 0 && (
          <EmptyState
            icon={<Wrench />}
            title="No services available. Add services from the Site Content section."
          />
        )}
        {services && services.length > 0 && shown.length === 0 && (
          <p role="status" className="mb-5 rounded-xl border border-line bg-sunken p-3">
            Every service is hidden. Visitors see the site's three default services instead.
          </p>
        )}
        {services && services.length > 0 && (
          <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
            {services.map((service) => (
              <ManagedCard
                key={service.id}
                service={service}
                onEdit={() => opened.open(service)}
                onEditTemplate={() => {
                  setChosenId(String(service.id));
                  goToEditor();
                }}
                onDelete={() => setDeleting(service)}
              />
            ))}
          </ul>
        )}
      </Panel>
      <TemplateEditor ref={editor} services={services} chosenId={chosenId} onChoose={setChosenId} />
      <TemplateVariables />
      {opened.editing && (
        <EditServiceDialog service={opened.editing.service} onClose={opened.close} />
      )}
      {deleting && (
        <DeleteServiceDialog
          service={deleting}
          last={shown.every(({ id }) => id === deleting.id)}
          onClose={() => {
            if (String(deleting.id) === chosenId) setChosenId("");
            setDeleting(null);
          }}
        />
      )}
      {ordering && services && (
        <ServiceOrder services={services} onClose={() => setOrdering(false)} />
      )}
    </div>
  );
}

function ServiceOrder({ services, onClose }: { services: Service[]; onClose: () => void }) {
  const order = useOrderServices();
  return (
    <OrderDialog
      title="Reorder Services"
      items={services}
      pending={order.isPending}
      error={order.error ? errorText(order.error, "The order could not be saved.") : undefined}
      onSave={(ids) =>
        order.mutate(ids, {
          onSuccess: (envelope) => {
            const description = "Visitors see the services in this order.";
            toastSaved({ title: "Order saved", description }, envelope);
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}

interface ManagedCardProps {
  service: Service;
  onEdit: () => void;
  onEditTemplate: () => void;
  onDelete: () => void;
}

function ManagedCard({ service, onEdit, onEditTemplate, onDelete }: ManagedCardProps) {
  const nameId = useId();
  return (
    <li className="group flex flex-col overflow-hidden rounded-2xl border border-line bg-paper wrap-anywhere">
      <div className="relative">
        <ServicePicture imageUrl={service.imageUrl} />
        {service.hidden && (
          <span className="absolute top-3 left-3 inline-flex items-center gap-1.5 rounded-full bg-surface">
            <Badge>
              <EyeOff aria-hidden className="mr-1 size-3.5" />
              Hidden
            </Badge>
          </span>
        )}
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
        <div className="flex items-start justify-between gap-2">
          <h3 id={nameId} className="text-lg">
            {service.name}
          </h3>
          <IconButton
            label={`Delete ${service.name}`}
            icon={<Trash2 />}
            className="-mt-2 -mr-2 hover:text-bad"
            onClick={onDelete}
          />
        </div>
        <p className="mt-1 line-clamp-2 text-soft">{service.shortDescription}</p>
        <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 pt-4">
          <Button variant="outline" size="small" aria-describedby={nameId} onClick={onEditTemplate}>
            <Code aria-hidden className="size-4" />
            Edit Template
          </Button>
          <HideSwitch service={service} />
        </div>
      </div>
    </li>
  );
}

/** Saves at once whether visitors see the service. */
function HideSwitch({ service: { id, name, hidden } }: { service: Service }) {
  const save = useSaveService();
  const switchId = useId();
  return (
    <span className="inline-flex min-h-11 items-center gap-2">
      <Switch
        id={switchId}
        checked={hidden}
        onCheckedChange={(checked) =>
          save.mutate(
            { id, hidden: checked },
            {
              onSuccess: (envelope) => toastSaved(savedMessage(envelope), envelope),
              onError: () => toastError(saveFailure.title, saveFailure.text),
            },
          )
        }
      />
      <label htmlFor={switchId}>
        Hide<span className="sr-only"> {name}</span>
      </label>
    </span>
  );
}

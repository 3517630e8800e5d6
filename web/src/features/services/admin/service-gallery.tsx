import { useQuery } from "@tanstack/react-query";
import { ImagePlus, Pencil, Plus } from "lucide-react";
import { useId, useState } from "react";
import { type Service, servicesQuery } from "@/api/services";
import { useWantedCopy } from "@/editing/copies/working-copies";
import { QueryError } from "@/ui/admin/query-error";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";
import { ServiceEditor } from "./service-editor";
import { ServicePicture } from "./service-picture";

const placeholders = ["One", "Two", "Three", "Four", "Five", "Six"];

/** The services as cards, with buttons to add and edit. */
export function ServiceGallery() {
  const { data: services, error, refetch } = useQuery(servicesQuery);
  const [editor, setEditor] = useState<{ service?: Service; start?: "image" } | null>(null);
  useWantedCopy("service", (id) =>
    setEditor({ service: services?.find((service) => `text-${service.id}` === id) }),
  );
  return (
    <div>
      <div className="mb-5 flex justify-end">
        <Button variant="primary" size="small" onClick={() => setEditor({})}>
          <Plus aria-hidden className="size-5" />
          Add Service
        </Button>
      </div>
      {!services && !error && <Spinner label="Loading services..." />}
      {error && <QueryError what="the services" error={error} onRetry={refetch} />}
      {services && (
        <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
          {services.map((service) => (
            <GalleryCard
              key={service.id}
              service={service}
              onEdit={() => setEditor({ service })}
              onChangeImage={() => setEditor({ service, start: "image" })}
            />
          ))}
          {services.length === 0 &&
            placeholders.map((number) => <PlaceholderCard key={number} number={number} />)}
        </ul>
      )}
      {editor && (
        <ServiceEditor {...editor} service={editor.service} onClose={() => setEditor(null)} />
      )}
    </div>
  );
}

interface GalleryCardProps {
  service: Service;
  onEdit: () => void;
  onChangeImage: () => void;
}

function GalleryCard({ service, onEdit, onChangeImage }: GalleryCardProps) {
  const nameId = useId();
  return (
    <li className="flex flex-col overflow-hidden rounded-2xl border border-line bg-surface">
      <ServicePicture imageUrl={service.imageUrl} />
      <div className="flex grow flex-col p-4">
        <h4 id={nameId} className="text-lg">
          {service.name}
        </h4>
        <p className="mt-1 line-clamp-3 text-soft">{service.shortDescription}</p>
        <div className="mt-auto flex flex-wrap gap-2 pt-4">
          <Button
            variant="outline"
            size="small"
            aria-label={`Edit ${service.name}`}
            onClick={onEdit}
          >
            <Pencil aria-hidden className="size-4" />
            Edit
          </Button>
          <Button variant="outline" size="small" aria-describedby={nameId} onClick={onChangeImage}>
            <ImagePlus aria-hidden className="size-4" />
            Change Image
          </Button>
        </div>
      </div>
    </li>
  );
}

function PlaceholderCard({ number }: { number: string }) {
  return (
    <li className="overflow-hidden rounded-2xl border border-edge border-dashed bg-surface">
      <ServicePicture imageUrl="" />
      <div className="p-4">
        <h4 className="text-lg">Service {number}</h4>
        <p className="mt-1 text-soft">A short description of this service.</p>
      </div>
    </li>
  );
}

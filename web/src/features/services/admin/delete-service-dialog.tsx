import { useDeleteService } from "@/api/admin/services";
import type { Service } from "@/api/services";
import { DeleteDialog } from "@/editing/delete-dialog";

interface DeleteServiceDialogProps {
  service: Service;
  /** Whether visitors see no other service. */
  last: boolean;
  onClose: () => void;
}

/** Asks before a service is deleted, and shows what disappears with it. */
export function DeleteServiceDialog({ service, last, onClose }: DeleteServiceDialogProps) {
  const pictures = picturesOf(service);
  return (
    <DeleteDialog
      title="Delete Service"
      id={service.id}
      remove={useDeleteService()}
      success={() => ({ title: "Service deleted", description: `"${service.name}" is gone.` })}
      failure={{ text: "The service could not be deleted." }}
      onClose={onClose}
    >
      <p>Are you sure you want to delete "{service.name}"? This action cannot be undone.</p>
      <p className="mt-3 font-semibold text-ink">What will disappear</p>
      <ul className="mt-1 list-disc pl-5">
        {disappearing(service).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {last && (
        <p className="mt-3">
          Visitors see no other service. Until you add one, the site shows its three default
          services.
        </p>
      )}
      {pictures.length > 0 && (
        <>
          <p className="mt-3 font-semibold text-ink">Pictures on its page</p>
          <ul className="mt-2 flex flex-wrap gap-2">
            {pictures.map((url) => (
              <li key={url}>
                <img
                  src={url}
                  alt={url}
                  className="h-16 w-24 rounded-lg border border-line object-cover"
                />
              </li>
            ))}
          </ul>
          <p className="mt-1 text-sm">Uploaded pictures stay in the image library.</p>
        </>
      )}
    </DeleteDialog>
  );
}

function disappearing({ slug, featuredOnHome, hidden, template }: Service): string[] {
  const page = `The page /services/${slug}${template ? " and its template" : ""}`;
  if (hidden) return [`${page}, which is hidden already`];
  return [
    `${page}, also for search engines and older links`,
    "The card on the Services page",
    ...(featuredOnHome ? ["The card on the Home page"] : []),
  ];
}

/** The pictures that a service's page shows. */
export function picturesOf(service: Service): string[] {
  const { imageUrl, fullDescription, template } = service;
  const inHtml = `${fullDescription}${template}`.matchAll(/<img[^>]*\ssrc="([^"{]+)"/g);
  return [...new Set([imageUrl, ...[...inHtml].map(([, url]) => url ?? "")])].filter(Boolean);
}

import { useQuery } from "@tanstack/react-query";
import { ArrowUpDown, Link2, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { errorText } from "@/api/admin/client";
import {
  adminSocialLinksQuery,
  useDeleteSocialLink,
  useOrderSocialLinks,
} from "@/api/admin/social-links";
import type { SocialLink } from "@/api/social-links";
import { useWantedCopy } from "@/editing/copies/working-copies";
import { DeleteDialog } from "@/editing/delete-dialog";
import { toastSaved } from "@/editing/undo/saved-toast";
import { Badge } from "@/ui/admin/badge";
import { IconButton } from "@/ui/admin/icon-button";
import { OrderDialog } from "@/ui/admin/order-dialog";
import { Panel } from "@/ui/admin/panel";
import { QueryError } from "@/ui/admin/query-error";
import { Table, TableCell, TableRow } from "@/ui/admin/table";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Spinner } from "@/ui/spinner";
import { PlatformIcon } from "../platform-icon";
import { findPlatform } from "../platforms";
import { SocialLinkDialog } from "./social-link-dialog";

/** The Social Media tab. */
export function SocialLinksPanel() {
  const { data: links, error, refetch } = useQuery(adminSocialLinksQuery);
  const [editing, setEditing] = useState<SocialLink | "new" | null>(null);
  const [deleting, setDeleting] = useState<SocialLink | null>(null);
  const [ordering, setOrdering] = useState(false);
  useWantedCopy("social-link", (id) =>
    setEditing(links?.find((link) => String(link.id) === id) ?? "new"),
  );
  return (
    <Panel
      title="Social Media Links"
      help="Where else people find you. A platform is a site such as Facebook, and the URL is the address of your page there. Inactive links stay in this list, but visitors do not see them."
      actions={
        <>
          {links && links.length > 1 && (
            <Button variant="outline" size="small" onClick={() => setOrdering(true)}>
              <ArrowUpDown aria-hidden className="size-4" />
              Reorder
            </Button>
          )}
          <Button variant="primary" size="small" onClick={() => setEditing("new")}>
            <Plus aria-hidden className="size-5" />
            Add New Link
          </Button>
        </>
      }
    >
      {!links && !error && <Spinner label="Loading social links..." />}
      {error && <QueryError what="the social links" error={error} onRetry={refetch} />}
      {links?.length === 0 && (
        <EmptyState icon={<Link2 />} title="No social links saved yet">
          Until you add one, the site shows its default links.
        </EmptyState>
      )}
      {links && links.length > 0 && (
        <Table
          label="Social Media Links"
          columns={[
            { label: "Platform", className: "w-[24%]" },
            { label: "URL" },
            { label: "Status", className: "w-32" },
            { label: "Actions", className: "w-28" },
          ]}
        >
          {links.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              onEdit={() => setEditing(link)}
              onDelete={() => setDeleting(link)}
            />
          ))}
        </Table>
      )}
      {editing && (
        <SocialLinkDialog
          link={editing === "new" ? undefined : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {deleting && (
        <DeleteLinkDialog
          link={deleting}
          last={links?.length === 1}
          onClose={() => setDeleting(null)}
        />
      )}
      {ordering && links && <LinkOrder links={links} onClose={() => setOrdering(false)} />}
    </Panel>
  );
}

interface DeleteLinkDialogProps {
  link: SocialLink;
  last: boolean;
  onClose: () => void;
}

function DeleteLinkDialog({ link, last, onClose }: DeleteLinkDialogProps) {
  return (
    <DeleteDialog
      title="Delete Social Link"
      id={link.id}
      remove={useDeleteSocialLink()}
      success={() => ({
        title: "Social link deleted",
        description: `${nameOf(link)} is gone.`,
      })}
      failure={{ text: "The social link could not be deleted." }}
      onClose={onClose}
    >
      <p>
        Are you sure you want to delete the link to {nameOf(link)}? It disappears from the footer
        and the contact page.
      </p>
      <p className="mt-2 break-all">{link.url}</p>
      {last && <p className="mt-2">It is the last one: the site then shows its default links.</p>}
    </DeleteDialog>
  );
}

function LinkOrder({ links, onClose }: { links: SocialLink[]; onClose: () => void }) {
  const order = useOrderSocialLinks();
  return (
    <OrderDialog
      title="Reorder Social Links"
      items={links.map((link) => ({ id: link.id, name: nameOf(link) }))}
      pending={order.isPending}
      error={order.error ? errorText(order.error, "The order could not be saved.") : undefined}
      onSave={(ids) =>
        order.mutate(ids, {
          onSuccess: (envelope) => {
            const description = "Visitors see the links in this order.";
            toastSaved({ title: "Order saved", description }, envelope);
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}

function nameOf({ platform }: SocialLink): string {
  return findPlatform(platform)?.name ?? platform;
}

interface LinkRowProps {
  link: SocialLink;
  onEdit: () => void;
  onDelete: () => void;
}

function LinkRow({ link, onEdit, onDelete }: LinkRowProps) {
  const { platform, icon, url, active } = link;
  const name = nameOf(link);
  return (
    <TableRow>
      <TableCell area="title" className="max-md:font-semibold">
        <span className="flex items-center gap-2.5">
          <span className="flex-none text-soft max-[22.5rem]:hidden">
            <PlatformIcon platform={icon || platform} />
          </span>
          <span className="min-w-0">{name}</span>
        </span>
      </TableCell>
      <TableCell area="details">
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="block truncate py-2 text-primary underline underline-offset-2"
        >
          {url}
        </a>
      </TableCell>
      <TableCell area="status">
        <Badge variant={active ? "success" : "neutral"}>{active ? "Active" : "Inactive"}</Badge>
      </TableCell>
      <TableCell area="actions">
        <span className="flex max-md:flex-col">
          <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={onEdit} />
          <IconButton
            label={`Delete ${name}`}
            icon={<Trash2 />}
            className="hover:text-bad"
            onClick={onDelete}
          />
        </span>
      </TableCell>
    </TableRow>
  );
}

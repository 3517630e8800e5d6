import { useQuery } from "@tanstack/react-query";
import { Link2, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { adminSocialLinksQuery } from "@/api/admin/social-links";
import type { SocialLink } from "@/api/social-links";
import { Badge } from "@/ui/admin/badge";
import { IconButton } from "@/ui/admin/icon-button";
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
  return (
    <Panel
      title="Social Media Links"
      actions={
        <Button variant="primary" size="small" onClick={() => setEditing("new")}>
          <Plus aria-hidden className="size-5" />
          Add New Link
        </Button>
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
            <LinkRow key={link.id} link={link} onEdit={() => setEditing(link)} />
          ))}
        </Table>
      )}
      {editing && (
        <SocialLinkDialog
          link={editing === "new" ? undefined : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </Panel>
  );
}

function LinkRow({ link, onEdit }: { link: SocialLink; onEdit: () => void }) {
  const { platform, icon, url, active } = link;
  const name = findPlatform(platform)?.name ?? platform;
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
        <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={onEdit} />
      </TableCell>
    </TableRow>
  );
}

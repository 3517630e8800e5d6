import { Pencil, Trash2 } from "lucide-react";
import type { ContentItem } from "@/api/admin/content";
import { findKnownKey } from "@/domain/admin/content-keys";
import { IconButton } from "@/ui/admin/icon-button";
import { Table, TableCell, TableRow } from "@/ui/admin/table";
import { sectionLabels } from "./labels";

interface ContentTableProps {
  items: ContentItem[];
  onEdit: (item: ContentItem) => void;
  onDelete: (item: ContentItem) => void;
}

/** All stored content items. */
export function ContentTable({ items, onEdit, onDelete }: ContentTableProps) {
  if (items.length === 0) {
    return (
      <p className="rounded-xl border border-edge border-dashed p-8 text-center text-soft">
        No content items found. Add some content to get started.
      </p>
    );
  }
  return (
    <Table
      label="Content items"
      columns={[
        { label: "Section", className: "w-[14%]" },
        { label: "Key", className: "w-[24%]" },
        { label: "Content" },
        { label: "Actions", className: "w-28" },
      ]}
    >
      {items.map((item) => (
        <TableRow key={item.id}>
          <TableCell area="status" className="max-md:text-sm max-md:text-soft">
            {sectionLabels[item.section]}
          </TableCell>
          <TableCell area="title" className="font-mono text-[0.85em]">
            {item.key}
            {!findKnownKey(item.key) && (
              <span className="block font-sans text-sm text-soft">Not shown on any page</span>
            )}
          </TableCell>
          <TableCell area="details">
            <span className="line-clamp-2 break-words">{item.value}</span>
          </TableCell>
          <TableCell area="actions">
            <span className="flex max-md:flex-col">
              <IconButton
                label={`Edit ${item.key}`}
                icon={<Pencil />}
                onClick={() => onEdit(item)}
              />
              <IconButton
                label={`Delete ${item.key}`}
                icon={<Trash2 />}
                className="hover:text-bad"
                onClick={() => onDelete(item)}
              />
            </span>
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}

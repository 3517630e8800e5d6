// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the table roles when rows are laid out as a grid
import type { ReactNode } from "react";
import { cn } from "./class-names";

interface TableProps {
  label: string;
  columns: { label: string; className?: string }[];
  children: ReactNode;
}

// Cell positions on phones, where a row is a card of two lines: title and status, details below,
// and the actions at the end of both.
const areas = {
  title: "max-md:col-span-2 max-md:row-start-1",
  status: "max-md:col-start-3 max-md:row-start-1",
  details: "max-md:col-span-3 max-md:row-start-2",
  detailsStart: "max-md:col-start-1 max-md:row-start-2",
  detailsEnd: "max-md:col-span-2 max-md:col-start-2 max-md:row-start-2",
  actions: "max-md:col-start-4 max-md:row-span-2 max-md:row-start-1",
};

/** A table of records. On phones each row takes two lines instead of columns. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <table
      role="table"
      aria-label={label}
      className="w-full table-fixed text-left max-md:block max-md:border-line max-md:border-t max-md:text-compact"
    >
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row" className="border-line border-b">
          {columns.map((column) => (
            <th
              role="columnheader"
              key={column.label}
              scope="col"
              className={cn(
                "px-3 py-2.5 font-semibold text-sm text-soft lg:px-4",
                column.className,
              )}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      {/* The rows share one grid, so that their columns stay aligned. */}
      <tbody
        role="rowgroup"
        className="max-md:grid max-md:grid-cols-[fit-content(45%)_minmax(0,1fr)_auto_auto] max-md:gap-x-2"
      >
        {children}
      </tbody>
    </table>
  );
}

export function TableRow({ children }: { children: ReactNode }) {
  return (
    <tr
      role="row"
      className="border-line border-b last:border-0 hover:bg-sunken/60 max-md:col-span-4 max-md:grid max-md:grid-cols-subgrid max-md:items-center max-md:gap-y-0.5 max-md:py-2"
    >
      {children}
    </tr>
  );
}

interface TableCellProps {
  /** The position in the row on phones. */
  area: keyof typeof areas;
  className?: string;
  children: ReactNode;
}

export function TableCell({ area, className, children }: TableCellProps) {
  return (
    <td
      role="cell"
      className={cn("wrap-anywhere align-middle md:px-3 md:py-2 lg:px-4", areas[area], className)}
    >
      {children}
    </td>
  );
}

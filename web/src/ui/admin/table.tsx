import { clsx } from "clsx";
import type { ReactNode } from "react";

interface TableProps {
  label: string;
  columns: { label: string; className?: string }[];
  children: ReactNode;
}

/** Records in rows. Columns keep their share of the width, so that a phone shows them all. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <table aria-label={label} className="w-full table-fixed text-left text-[0.85rem] sm:text-base">
      <thead>
        <tr className="border-line border-b">
          {columns.map((column) => (
            <th
              key={column.label}
              scope="col"
              className={clsx(
                "px-1 py-2.5 font-semibold text-[0.85rem] text-soft sm:px-4 sm:text-sm",
                column.className,
              )}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export function TableRow({ children }: { children: ReactNode }) {
  return <tr className="border-line border-b last:border-0 hover:bg-sunken/60">{children}</tr>;
}

export function TableCell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <td className={clsx("break-words px-1 py-2 align-middle sm:px-4", className)}>{children}</td>
  );
}

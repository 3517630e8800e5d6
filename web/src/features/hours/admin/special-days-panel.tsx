import { useQuery } from "@tanstack/react-query";
import { CalendarOff, CalendarPlus, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { adminSpecialDaysQuery, useDeleteSpecialDay } from "@/api/admin/hours";
import type { SpecialDay } from "@/api/hours";
import { formatHours } from "@/domain/hours";
import { momentIn } from "@/domain/open-now";
import { usePage } from "@/domain/page-data";
import { useWantedCopy } from "@/editing/copies/working-copies";
import { DeleteDialog } from "@/editing/delete-dialog";
import { formatDate } from "@/lib/dates";
import { Badge } from "@/ui/admin/badge";
import { IconButton } from "@/ui/admin/icon-button";
import { Panel } from "@/ui/admin/panel";
import { QueryError } from "@/ui/admin/query-error";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Spinner } from "@/ui/spinner";
import { SpecialDayDialog } from "./special-day-dialog";

/** The days with other hours than the week's. */
export function SpecialDaysPanel() {
  const { identity } = usePage();
  const { data: days, error, refetch } = useQuery(adminSpecialDaysQuery);
  const [editing, setEditing] = useState<SpecialDay | "new" | null>(null);
  const [deleting, setDeleting] = useState<SpecialDay | null>(null);
  useWantedCopy("special-day", (id) =>
    setEditing(days?.find((day) => String(day.id) === id) ?? "new"),
  );
  const today = momentIn(identity.timeZone, new Date()).date;
  const coming = days?.filter(({ endDate }) => endDate >= today) ?? [];
  const past = days?.filter(({ endDate }) => endDate < today).reverse() ?? [];
  return (
    <Panel
      title="Special Days"
      description="Holidays and other days with other hours than usual"
      actions={
        <Button variant="primary" size="small" onClick={() => setEditing("new")}>
          <CalendarPlus aria-hidden className="size-5" />
          Add Special Day
        </Button>
      }
    >
      {!days && !error && <Spinner label="Loading special days..." />}
      {error && <QueryError what="the special days" error={error} onRetry={refetch} />}
      {days?.length === 0 && (
        <EmptyState icon={<CalendarOff />} title="No special days yet">
          Add the holidays on which you are closed, and visitors will know.
        </EmptyState>
      )}
      {days && days.length > 0 && (
        <ul className="grid gap-3">
          {[...coming, ...past].map((day) => (
            <DayItem
              key={day.id}
              day={day}
              over={past.includes(day)}
              onEdit={() => setEditing(day)}
              onDelete={() => setDeleting(day)}
            />
          ))}
        </ul>
      )}
      {editing && (
        <SpecialDayDialog
          day={editing === "new" ? undefined : editing}
          today={today}
          takenDates={days?.map(({ date }) => date) ?? []}
          onClose={() => setEditing(null)}
        />
      )}
      {deleting && <DeleteDayDialog day={deleting} onClose={() => setDeleting(null)} />}
    </Panel>
  );
}

interface DayItemProps {
  day: SpecialDay;
  over: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function DayItem({ day, over, onEdit, onDelete }: DayItemProps) {
  const name = nameOf(day);
  return (
    <li className="flex items-center gap-2 rounded-xl border border-line bg-paper p-3 pl-4">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <h3 className="text-base">{datesOf(day)}</h3>
        <p className="text-soft">
          {day.label && `${day.label}: `}
          {formatHours(day)}
        </p>
      </div>
      {over && <Badge>Past</Badge>}
      <div className="flex">
        <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={onEdit} />
        <IconButton
          label={`Delete ${name}`}
          icon={<Trash2 />}
          className="hover:text-bad"
          onClick={onDelete}
        />
      </div>
    </li>
  );
}

function DeleteDayDialog({ day, onClose }: { day: SpecialDay; onClose: () => void }) {
  return (
    <DeleteDialog
      title="Delete Special Day"
      id={day.id}
      remove={useDeleteSpecialDay()}
      success={() => ({
        title: "Special day deleted",
        description: "The usual hours apply again.",
      })}
      failure={{ text: "The special day could not be deleted." }}
      onClose={onClose}
    >
      Are you sure you want to delete {nameOf(day)}? The usual hours apply again on {datesOf(day)}.
    </DeleteDialog>
  );
}

/** "November 26, 2026", or two dates. */
function datesOf({ date, endDate }: SpecialDay): string {
  return endDate === date ? formatDate(date) : `${formatDate(date)} to ${formatDate(endDate)}`;
}

function nameOf(day: SpecialDay): string {
  return day.label || datesOf(day);
}

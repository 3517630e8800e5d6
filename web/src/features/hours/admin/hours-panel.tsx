import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { adminHoursQuery } from "@/api/admin/hours";
import type { DayHours } from "@/api/hours";
import { dayName, defaultHoursOf, formatHours, weekdays } from "@/domain/hours";
import { useWantedCopy } from "@/editing/copies/working-copies";
import { Badge } from "@/ui/admin/badge";
import { IconButton } from "@/ui/admin/icon-button";
import { Panel } from "@/ui/admin/panel";
import { QueryError } from "@/ui/admin/query-error";
import { Table, TableCell, TableRow } from "@/ui/admin/table";
import { Spinner } from "@/ui/spinner";
import { HoursDialog } from "./hours-dialog";
import { SpecialDaysPanel } from "./special-days-panel";

/** The Business Hours tab: the hours of the week, and the days with other hours. */
export function HoursPanel() {
  return (
    <div className="grid gap-6">
      <WeekPanel />
      <SpecialDaysPanel />
    </div>
  );
}

/** The hours of the week, one row per day. */
function WeekPanel() {
  const { data: saved, error, refetch } = useQuery(adminHoursQuery);
  const [editing, setEditing] = useState<DayHours["day"] | null>(null);
  useWantedCopy("hours", (day) => setEditing(day as DayHours["day"]));
  const recordOf = (day: string) => saved?.find((record) => record.day === day);
  return (
    <Panel
      title="Business Hours"
      help="When you are open. A day that is not set shows visitors the usual hours until you save your own. The footer, the contact page, search engines and the line that says whether you are open all follow this table."
    >
      {!saved && !error && <Spinner label="Loading business hours..." />}
      {error && <QueryError what="the business hours" error={error} onRetry={refetch} />}
      {saved && (
        <Table
          label="Business Hours"
          columns={[
            { label: "Day", className: "w-[22%]" },
            { label: "Open Time" },
            { label: "Close Time" },
            { label: "Status", className: "w-[22%]" },
            { label: "Actions", className: "w-28" },
          ]}
        >
          {weekdays.map((day) => (
            <DayRow key={day} day={day} record={recordOf(day)} onEdit={() => setEditing(day)} />
          ))}
        </Table>
      )}
      {editing && (
        <HoursDialog day={editing} record={recordOf(editing)} onClose={() => setEditing(null)} />
      )}
    </Panel>
  );
}

interface DayRowProps {
  day: string;
  record: DayHours | undefined;
  onEdit: () => void;
}

function DayRow({ day, record, onEdit }: DayRowProps) {
  const name = dayName(day);
  const hasTimes = record !== undefined && !record.isClosed;
  return (
    <TableRow>
      <TableCell area="title">
        {/* The note is generated content, so that the text of the cell is the day alone. */}
        <span
          data-note={record ? undefined : `Visitors see ${shownHours(day)}`}
          className="font-semibold data-note:after:block data-note:after:font-normal data-note:after:text-sm data-note:after:text-soft data-note:after:content-[attr(data-note)]"
        >
          {name}
        </span>
      </TableCell>
      <TableCell area="detailsStart">
        {timeText(record, record?.openTime)}
        {hasTimes && record.secondOpenTime && (
          <span className="block">{record.secondOpenTime}</span>
        )}
      </TableCell>
      {/* On phones there are no columns, so a dash connects the two times. */}
      <TableCell
        area="detailsEnd"
        className={hasTimes ? "max-md:before:mr-2 max-md:before:content-['–'_/_'']" : "max-md:pl-3"}
      >
        {timeText(record, record?.closeTime)}
        {hasTimes && record.secondCloseTime && (
          <span className="block">{record.secondCloseTime}</span>
        )}
      </TableCell>
      <TableCell area="status">
        <StatusBadge record={record} />
      </TableCell>
      <TableCell area="actions">
        <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={onEdit} />
      </TableCell>
    </TableRow>
  );
}

/** What the site shows for a day that was never saved. */
function shownHours(day: string): string {
  const hours = defaultHoursOf(day);
  return hours.isClosed ? "that you are closed" : formatHours(hours);
}

/** A day without a record is neither open nor closed. */
function StatusBadge({ record }: { record: DayHours | undefined }) {
  if (!record) return <Badge>Not set</Badge>;
  if (record.isClosed) return <Badge variant="destructive">Closed</Badge>;
  return <Badge variant="success">Open</Badge>;
}

function timeText(record: DayHours | undefined, time: string | undefined): string {
  if (!record) return "Not set";
  return record.isClosed ? "-" : (time ?? "");
}

import { useState } from "react";
import { Controller } from "react-hook-form";
import { neverSaved } from "@/api/admin/client";
import { adminHoursQuery, type HoursEdit, useSaveHours } from "@/api/admin/hours";
import { loadFrom } from "@/api/admin/load-record";
import type { DayHours } from "@/api/hours";
import { hoursSchema } from "@/domain/admin/schemas";
import {
  dayName,
  defaultHoursOf,
  formatHours,
  type Hours,
  parseTime,
  weekdays,
} from "@/domain/hours";
import { RecordDialog } from "@/editing/record-dialog";
import { useRecordForm } from "@/editing/record-form";
import { SwitchField } from "@/ui/admin/switch-field";
import { TextField } from "@/ui/admin/text-field";
import { Button } from "@/ui/button";
import { VisitorsSee } from "./visitors-see";

/** The days from Monday to Friday. */
const workdays = weekdays.slice(0, 5);

interface Values {
  isClosed: boolean;
  openTime: string;
  closeTime: string;
  secondOpenTime: string;
  secondCloseTime: string;
  /** Whether the other workdays get the same hours. */
  copy: boolean;
}

/** The values of a day, saved or not. */
function valuesOf(hours: DayHours | undefined): Values {
  const { isClosed = false, openTime = "9:00 AM", closeTime = "5:00 PM" } = hours ?? {};
  const { secondOpenTime = "", secondCloseTime = "" } = hours ?? {};
  return { isClosed, openTime, closeTime, secondOpenTime, secondCloseTime, copy: false };
}

interface HoursDialogProps {
  day: DayHours["day"];
  record: DayHours | undefined;
  onClose: () => void;
}

export function HoursDialog({ day, record, onClose }: HoursDialogProps) {
  const name = dayName(day);
  const form = useRecordForm<DayHours, Values, HoursEdit>({
    kind: "hours",
    copyId: day,
    record,
    load: async (client) =>
      (await loadFrom(client, adminHoursQuery, (days) => days.find((one) => one.day === day))) ??
      undefined,
    titleOf: () => name,
    schema: hoursSchema,
    labels: {
      isClosed: `Closed on ${name}`,
      openTime: "Opening Time",
      closeTime: "Closing Time",
      secondOpenTime: "Second Opening Time",
      secondCloseTime: "Second Closing Time",
      copy: "Copy to weekdays",
    },
    valuesOf,
    editOf: ({ copy, ...hours }, { version: { basedOn = neverSaved } }) => ({
      ...hours,
      day,
      basedOn,
      ...(copy && { copyTo: workdays.filter((other) => other !== day) }),
    }),
    save: useSaveHours(),
    success: () => ({
      title: "Hours updated",
      description: "Business hours have been updated successfully.",
    }),
    failure: {
      title: "Update failed",
      text: "An error occurred while updating business hours.",
    },
    onSaved: onClose,
  });
  const { register, control } = form.fields;
  const { values, set, errorOf } = form;
  const [adding, setAdding] = useState(false);
  const hasSecond = adding || values.secondOpenTime !== "" || values.secondCloseTime !== "";
  const toggleSecond = (shown: boolean) => {
    setAdding(shown);
    set("secondOpenTime", shown ? "1:00 PM" : "");
    set("secondCloseTime", shown ? "5:00 PM" : "");
    if (shown && values.closeTime === "5:00 PM") set("closeTime", "12:00 PM");
  };
  return (
    <RecordDialog
      form={form}
      title={`Edit ${name} Hours`}
      description={`Update your business hours for ${name}`}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      history={record && { kind: "hours", id: day }}
      preview="hours"
      onClose={onClose}
    >
      {!record && (
        <UseShownHours
          day={day}
          onUse={({ isClosed, openTime, closeTime }) => {
            set("isClosed", isClosed);
            if (isClosed) return;
            set("openTime", openTime);
            set("closeTime", closeTime);
          }}
        />
      )}
      <Controller
        control={control}
        name="isClosed"
        render={({ field }) => (
          <SwitchField
            label={`Closed on ${name}`}
            checked={field.value}
            onCheckedChange={field.onChange}
          />
        )}
      />
      {!values.isClosed && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Opening Time"
            notes={timeNotes(values.openTime)}
            error={errorOf("openTime")}
            required
            placeholder="9:00 AM"
            {...register("openTime")}
          />
          <TextField
            label="Closing Time"
            notes={timeNotes(values.closeTime)}
            error={errorOf("closeTime")}
            required
            placeholder="5:00 PM"
            {...register("closeTime")}
          />
        </div>
      )}
      {!values.isClosed && hasSecond && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Second Opening Time"
            notes={timeNotes(values.secondOpenTime)}
            error={errorOf("secondOpenTime")}
            required
            placeholder="1:00 PM"
            {...register("secondOpenTime")}
          />
          <TextField
            label="Second Closing Time"
            notes={timeNotes(values.secondCloseTime)}
            error={errorOf("secondCloseTime")}
            required
            placeholder="5:00 PM"
            {...register("secondCloseTime")}
          />
        </div>
      )}
      {!values.isClosed && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Button variant="outline" size="small" onClick={() => toggleSecond(!hasSecond)}>
            {hasSecond ? "Remove Hours After the Break" : "Add Hours After a Break"}
          </Button>
          {!hasSecond && (
            <span className="text-sm text-soft">For example when closed for lunch</span>
          )}
        </div>
      )}
      <Controller
        control={control}
        name="copy"
        render={({ field }) => (
          <SwitchField
            label="Copy to weekdays"
            state={field.value ? "Monday to Friday get these hours" : undefined}
            checked={field.value}
            onCheckedChange={field.onChange}
          />
        )}
      />
      <VisitorsSee when={values.copy ? `${name} and Monday to Friday` : name} hours={values} />
    </RecordDialog>
  );
}

/** What visitors see for an unsaved day, in one tap; the form starts with other values. */
function UseShownHours({ day, onUse }: { day: string; onUse: (hours: Hours) => void }) {
  const shown = defaultHoursOf(day);
  return (
    <div>
      <p className="text-soft">
        {shown.isClosed
          ? `Until you save, the site shows ${dayName(day)} as closed.`
          : `Until you save, the site shows ${formatHours(shown)}.`}
      </p>
      <Button variant="outline" size="small" className="mt-2" wrap onClick={() => onUse(shown)}>
        {shown.isClosed ? "Use Closed" : `Use ${formatHours(shown)}`}, as visitors see now
      </Button>
    </div>
  );
}

/** Points out a time that cannot be read. It can be saved, and is shown as typed. */
function timeNotes(time: string): string[] {
  if (time.trim() === "" || parseTime(time) !== undefined) return [];
  return [`“${time.trim()}” is not understood as a time. Write it like 9:00 AM.`];
}

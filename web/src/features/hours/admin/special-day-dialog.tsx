import { Controller } from "react-hook-form";
import { adminSpecialDaysQuery, type SpecialDayEdit, useSaveSpecialDay } from "@/api/admin/hours";
import { byId, loadFrom } from "@/api/admin/load-record";
import type { SpecialDay } from "@/api/hours";
import { comingHolidays } from "@/domain/admin/holidays";
import { specialDaySchema } from "@/domain/admin/schemas";
import { formatDates } from "@/domain/special-days";
import { RecordDialog } from "@/editing/record-dialog";
import { useRecordForm } from "@/editing/record-form";
import { formatDate } from "@/lib/dates";
import { FormField } from "@/ui/admin/form-field";
import { Select } from "@/ui/admin/select";
import { SwitchField } from "@/ui/admin/switch-field";
import { TextField } from "@/ui/admin/text-field";
import { VisitorsSee } from "./visitors-see";

interface SpecialDayDialogProps {
  /** The day to edit; undefined to add one. */
  day: SpecialDay | undefined;
  /** What the form of a new day starts with. */
  prefill?: SpecialDay;
  today: string;
  /** The first dates of the special days that exist. */
  takenDates: string[];
  onClose: () => void;
}

type Values = Omit<SpecialDay, "id" | "updatedAt">;

const labels = {
  date: "First Day",
  endDate: "Last Day",
  label: "Label",
  isClosed: "Closed",
  openTime: "Opening Time",
  closeTime: "Closing Time",
};

const blank: Values = {
  date: "",
  endDate: "",
  label: "",
  isClosed: true,
  openTime: "9:00 AM",
  closeTime: "5:00 PM",
};

/** A single day has no last day in the form. */
function valuesOf(day: SpecialDay | undefined): Values {
  if (!day) return blank;
  const { date, label, isClosed, openTime, closeTime } = day;
  return {
    date,
    endDate: day.endDate === date ? "" : day.endDate,
    label,
    isClosed,
    openTime,
    closeTime,
  };
}

export function SpecialDayDialog(props: SpecialDayDialogProps) {
  const { day, prefill, today, takenDates, onClose } = props;
  const form = useRecordForm<SpecialDay, Values, SpecialDayEdit>({
    kind: "special-day",
    copyId: day ? String(day.id) : "new",
    record: day,
    load: day && ((client) => loadFrom(client, adminSpecialDaysQuery, byId(day.id))),
    titleOf: ({ label, date }) => label || date,
    schema: specialDaySchema,
    labels,
    valuesOf: (record = prefill) => valuesOf(record),
    editOf: (values, { version }) => ({ ...values, ...version }),
    save: useSaveSpecialDay(),
    success: () => ({ title: "Hours updated", description: "The special day has been saved." }),
    failure: { text: "The special day could not be saved." },
    onSaved: onClose,
  });
  const { register, control } = form.fields;
  const { values, set, errorOf } = form;
  const holidays = comingHolidays(today).filter(({ date }) => !takenDates.includes(date));
  const chooseHoliday = (date: string) => {
    const holiday = holidays.find((candidate) => candidate.date === date);
    if (!holiday) return;
    set("date", holiday.date);
    set("endDate", "");
    set("label", holiday.name);
  };
  const dates = values.date
    ? formatDates({ date: values.date, endDate: values.endDate || values.date })
    : "The day";
  return (
    <RecordDialog
      form={form}
      title={day ? "Edit Special Day" : "Add Special Day"}
      submitLabel={day ? "Save Changes" : "Add Special Day"}
      pendingLabel="Saving..."
      history={day && { kind: "special-day", id: String(day.id) }}
      preview="specialDay"
      onClose={onClose}
    >
      {!day && (
        <FormField label="Holiday" optional hint="Fills in the date and the label.">
          {(props) => (
            <Select
              {...props}
              value={holidays.some(({ date }) => date === values.date) ? values.date : ""}
              onChange={(event) => chooseHoliday(event.target.value)}
            >
              <option value="">Choose a holiday</option>
              {holidays.map(({ date, name }) => (
                <option key={date} value={date}>
                  {name}, {formatDate(date)}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First Day"
          error={errorOf("date")}
          type="date"
          required
          {...register("date")}
        />
        <TextField
          label="Last Day"
          optional
          error={errorOf("endDate")}
          type="date"
          min={values.date}
          {...register("endDate")}
        />
      </div>
      <TextField
        label="Label"
        optional
        error={errorOf("label")}
        placeholder="Thanksgiving Day"
        {...register("label")}
      />
      <Controller
        control={control}
        name="isClosed"
        render={({ field }) => (
          <SwitchField label="Closed" checked={field.value} onCheckedChange={field.onChange} />
        )}
      />
      {!values.isClosed && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Opening Time"
            error={errorOf("openTime")}
            required
            placeholder="9:00 AM"
            {...register("openTime")}
          />
          <TextField
            label="Closing Time"
            error={errorOf("closeTime")}
            required
            placeholder="5:00 PM"
            {...register("closeTime")}
          />
        </div>
      )}
      <VisitorsSee when={values.label ? `${dates} (${values.label})` : dates} hours={values} />
    </RecordDialog>
  );
}

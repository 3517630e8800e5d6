import { Controller, useForm } from "react-hook-form";
import {
  errorText,
  fieldError,
  isDeleted,
  neverSaved,
  ruleError,
  storedIn,
} from "@/api/admin/client";
import { useSaveSpecialDay } from "@/api/admin/hours";
import type { SpecialDay } from "@/api/hours";
import { comingHolidays } from "@/domain/admin/holidays";
import { problemsWith, specialDaySchema } from "@/domain/admin/schemas";
import { formatDates } from "@/domain/special-days";
import { formatDate } from "@/lib/dates";
import { DraftPreview } from "@/ui/admin/draft-preview";
import { FormDialog } from "@/ui/admin/form-dialog";
import { markInvalid, markRefused } from "@/ui/admin/form-errors";
import { FormField } from "@/ui/admin/form-field";
import { Input } from "@/ui/admin/input";
import { Select } from "@/ui/admin/select";
import { SwitchField } from "@/ui/admin/switch-field";
import { toast } from "@/ui/admin/toasts";
import { useFormConflict } from "@/ui/admin/use-conflict";
import { useFormCopy } from "@/ui/admin/use-form-copy";
import { useRecreate } from "@/ui/admin/use-recreate";
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

type Values = Omit<SpecialDay, "id" | "updatedAt"> & { id?: number; basedOn?: string };

const labels = {
  date: "First Day",
  endDate: "Last Day",
  label: "Label",
  isClosed: "Closed",
  openTime: "Opening Time",
  closeTime: "Closing Time",
};

/** A single day has no last day in the form. */
function valuesOf({ updatedAt, ...day }: SpecialDay): Values {
  const endDate = day.endDate === day.date ? "" : day.endDate;
  return { ...day, endDate, basedOn: updatedAt ?? neverSaved };
}

const blank: Values = {
  date: "",
  endDate: "",
  label: "",
  isClosed: true,
  openTime: "9:00 AM",
  closeTime: "5:00 PM",
};

/** A new day has neither the ID nor the time of the deleted one that it starts from. */
function newValues(prefill: SpecialDay | undefined): Values {
  return prefill ? { ...valuesOf(prefill), id: undefined, basedOn: undefined } : blank;
}

export function SpecialDayDialog(props: SpecialDayDialogProps) {
  const { day, prefill, today, takenDates, onClose } = props;
  const save = useSaveSpecialDay();
  const form = useForm<Values>({ defaultValues: day ? valuesOf(day) : newValues(prefill) });
  const { register, control, watch, setValue, handleSubmit, formState } = form;
  const { errors } = formState;
  const values = watch();
  const holidays = comingHolidays(today).filter(({ date }) => !takenDates.includes(date));
  const chooseHoliday = (date: string) => {
    const holiday = holidays.find((candidate) => candidate.date === date);
    if (!holiday) return;
    setValue("date", holiday.date, { shouldDirty: true });
    setValue("endDate", "", { shouldDirty: true });
    setValue("label", holiday.name, { shouldDirty: true });
  };
  const copy = useFormCopy(form, {
    kind: "special-day",
    id: day ? String(day.id) : "new",
    title: values.label || values.date,
    labels,
    onConflict: (versions) => conflict.compare(versions),
  });
  const recreate = useRecreate(form);
  const send = (changed: Values): void => {
    const problems = problemsWith(specialDaySchema, changed);
    if (problems.length > 0) {
      markRefused(form, ...problems.map(ruleError));
      return;
    }
    save.mutate(changed, {
      onSuccess: () => {
        toast({ title: "Hours updated", description: "The special day has been saved." });
        copy.settle();
        onClose();
      },
      onError: (error) => {
        if (conflict.resolves(storedIn<SpecialDay>(error))) return;
        if (isDeleted(error)) recreate.start();
        markRefused(form, fieldError(error));
      },
    });
  };
  const conflict = useFormConflict(form, { labels, valuesOf, save: send });
  const dates = values.date
    ? formatDates({ date: values.date, endDate: values.endDate || values.date })
    : "The day";
  return (
    <FormDialog
      title={day ? "Edit Special Day" : "Add Special Day"}
      submitLabel={day ? "Save Changes" : "Add Special Day"}
      pendingLabel="Saving..."
      pending={save.isPending}
      dirty={formState.isDirty}
      history={day && { kind: "special-day", id: day.id }}
      error={
        save.error && !isDeleted(save.error)
          ? errorText(save.error, "The special day could not be saved.")
          : recreate.notice
      }
      offer={copy.offer}
      onDiscard={copy.settle}
      conflict={conflict}
      onInvalid={(event) => markInvalid(form, event)}
      onSubmit={handleSubmit(send)}
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
        <FormField label="First Day" error={errors.date?.message}>
          {(props) => <Input {...props} type="date" required {...register("date")} />}
        </FormField>
        <FormField label="Last Day" optional error={errors.endDate?.message}>
          {(props) => <Input {...props} type="date" min={values.date} {...register("endDate")} />}
        </FormField>
      </div>
      <FormField label="Label" optional error={errors.label?.message}>
        {(props) => <Input {...props} placeholder="Thanksgiving Day" {...register("label")} />}
      </FormField>
      <Controller
        control={control}
        name="isClosed"
        render={({ field }) => (
          <SwitchField label="Closed" checked={field.value} onCheckedChange={field.onChange} />
        )}
      />
      {!values.isClosed && (
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField label="Opening Time" error={errors.openTime?.message}>
            {(props) => (
              <Input {...props} required placeholder="9:00 AM" {...register("openTime")} />
            )}
          </FormField>
          <FormField label="Closing Time" error={errors.closeTime?.message}>
            {(props) => (
              <Input {...props} required placeholder="5:00 PM" {...register("closeTime")} />
            )}
          </FormField>
        </div>
      )}
      <VisitorsSee when={values.label ? `${dates} (${values.label})` : dates} hours={values} />
      <DraftPreview draft={{ specialDay: values }} dirty={formState.isDirty} />
    </FormDialog>
  );
}

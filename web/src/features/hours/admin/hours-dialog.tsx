import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { errorText, fieldError, neverSaved, ruleError, storedIn } from "@/api/admin/client";
import { type HoursEdit, useSaveHours } from "@/api/admin/hours";
import type { DayHours } from "@/api/hours";
import { hoursSchema, problemsWith } from "@/domain/admin/schemas";
import { dayName, formatHours, weekdays, weekOf } from "@/domain/hours";
import { DraftPreview } from "@/ui/admin/draft-preview";
import { FormDialog } from "@/ui/admin/form-dialog";
import { markInvalid, markRefused } from "@/ui/admin/form-errors";
import { FormField } from "@/ui/admin/form-field";
import { Input } from "@/ui/admin/input";
import { SwitchField } from "@/ui/admin/switch-field";
import { toast, toastError } from "@/ui/admin/toasts";
import { useFormConflict } from "@/ui/admin/use-conflict";
import { useFormCopy } from "@/ui/admin/use-form-copy";
import { Button } from "@/ui/button";
import { VisitorsSee } from "./visitors-see";

/** The days from Monday to Friday. */
const workdays = weekdays.slice(0, 5);

interface Values extends Omit<DayHours, "updatedAt"> {
  secondOpenTime: string;
  secondCloseTime: string;
  basedOn: string;
  copy?: boolean;
}

/** The values of a day, saved or not. */
function valuesOf({ updatedAt = neverSaved, ...hours }: DayHours): Values {
  return { secondOpenTime: "", secondCloseTime: "", ...hours, basedOn: updatedAt };
}

function editOf({ copy, ...hours }: Values): HoursEdit {
  return { ...hours, ...(copy && { copyTo: workdays.filter((other) => other !== hours.day) }) };
}

interface HoursDialogProps {
  day: DayHours["day"];
  record: DayHours | undefined;
  onClose: () => void;
}

export function HoursDialog({ day, record, onClose }: HoursDialogProps) {
  const name = dayName(day);
  const save = useSaveHours();
  const form = useForm<Values>({
    defaultValues: {
      copy: false,
      ...valuesOf(record ?? { day, openTime: "9:00 AM", closeTime: "5:00 PM", isClosed: false }),
    },
  });
  const { register, control, watch, setValue, handleSubmit, formState } = form;
  const { errors } = formState;
  const [hasSecond, setHasSecond] = useState(Boolean(record?.secondOpenTime));
  const values = watch();
  const labels = {
    isClosed: `Closed on ${name}`,
    openTime: "Opening Time",
    closeTime: "Closing Time",
    secondOpenTime: "Second Opening Time",
    secondCloseTime: "Second Closing Time",
  };
  const workingCopy = useFormCopy(form, {
    kind: "hours",
    id: day,
    title: name,
    labels: { ...labels, copy: "Copy to weekdays" },
    onContinue: (continued) => setHasSecond(Boolean(continued.secondOpenTime)),
    onConflict: (versions) => conflict.compare(versions),
  });
  const send = (changed: Values): void => {
    const problems = problemsWith(hoursSchema, changed);
    const [problem] = problems;
    if (problem) {
      const refused = ruleError(problem);
      markRefused(form, ...problems.map(ruleError));
      toastError("Update failed", refused.text);
      return;
    }
    save.mutate(editOf(changed), {
      onSuccess: () => {
        toast({
          title: "Hours updated",
          description: "Business hours have been updated successfully.",
        });
        workingCopy.settle();
        onClose();
      },
      onError: (error) => {
        if (conflict.resolves(storedIn<DayHours>(error))) return;
        markRefused(form, fieldError(error));
        toastError(
          "Update failed",
          errorText(error, "An error occurred while updating business hours."),
        );
      },
    });
  };
  const conflict = useFormConflict(form, {
    labels,
    valuesOf: (stored: DayHours) => {
      setHasSecond((shown) => shown || Boolean(stored.secondOpenTime));
      return valuesOf(stored);
    },
    save: send,
  });
  const toggleSecond = (shown: boolean) => {
    setHasSecond(shown);
    setValue("secondOpenTime", shown ? "1:00 PM" : "", { shouldDirty: true });
    setValue("secondCloseTime", shown ? "5:00 PM" : "", { shouldDirty: true });
    if (shown && values.closeTime === "5:00 PM") {
      setValue("closeTime", "12:00 PM", { shouldDirty: true });
    }
  };
  return (
    <FormDialog
      title={`Edit ${name} Hours`}
      description={`Update your business hours for ${name}`}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      pending={save.isPending}
      dirty={formState.isDirty}
      history={record && { kind: "hours", id: day }}
      offer={workingCopy.offer}
      onDiscard={workingCopy.settle}
      conflict={conflict}
      onInvalid={(event) => markInvalid(form, event)}
      onSubmit={handleSubmit(send)}
      onClose={onClose}
    >
      {!record && <p className="text-soft">{defaultNote(day)}</p>}
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
      {!values.isClosed && hasSecond && (
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField label="Second Opening Time" error={errors.secondOpenTime?.message}>
            {(props) => (
              <Input {...props} required placeholder="1:00 PM" {...register("secondOpenTime")} />
            )}
          </FormField>
          <FormField label="Second Closing Time" error={errors.secondCloseTime?.message}>
            {(props) => (
              <Input {...props} required placeholder="5:00 PM" {...register("secondCloseTime")} />
            )}
          </FormField>
        </div>
      )}
      {!values.isClosed && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Button variant="outline" size="small" onClick={() => toggleSecond(!hasSecond)}>
            {hasSecond ? "Remove Second Interval" : "Add Second Interval"}
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
            checked={field.value ?? false}
            onCheckedChange={field.onChange}
          />
        )}
      />
      <VisitorsSee when={values.copy ? `${name} and Monday to Friday` : name} hours={values} />
      <DraftPreview draft={{ hours: editOf(values) }} dirty={formState.isDirty} />
    </FormDialog>
  );
}

/** The default that visitors see for an unsaved day; the form starts with other values. */
function defaultNote(day: string): string {
  const shown = weekOf([]).find((hours) => hours.day === day);
  if (!shown || shown.isClosed) return `Until you save, the site shows ${dayName(day)} as closed.`;
  return `Until you save, the site shows ${formatHours(shown)}.`;
}

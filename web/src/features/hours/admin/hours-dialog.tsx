import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { errorText } from "@/api/admin/client";
import { useSaveHours } from "@/api/admin/hours";
import type { DayHours } from "@/api/hours";
import { dayName, formatHours, weekdays, weekOf } from "@/domain/hours";
import { FormDialog } from "@/ui/admin/form-dialog";
import { FormField } from "@/ui/admin/form-field";
import { Input } from "@/ui/admin/input";
import { SwitchField } from "@/ui/admin/switch-field";
import { toast, toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { VisitorsSee } from "./visitors-see";

/** The days from Monday to Friday. */
const workdays = weekdays.slice(0, 5);

interface Values extends DayHours {
  secondOpenTime: string;
  secondCloseTime: string;
  copy: boolean;
}

interface HoursDialogProps {
  day: DayHours["day"];
  record: DayHours | undefined;
  onClose: () => void;
}

export function HoursDialog({ day, record, onClose }: HoursDialogProps) {
  const name = dayName(day);
  const save = useSaveHours();
  const { register, control, watch, setValue, handleSubmit, formState } = useForm<Values>({
    defaultValues: {
      secondOpenTime: "",
      secondCloseTime: "",
      copy: false,
      ...(record ?? { day, openTime: "9:00 AM", closeTime: "5:00 PM", isClosed: false }),
    },
  });
  const [hasSecond, setHasSecond] = useState(Boolean(record?.secondOpenTime));
  const values = watch();
  const submit = handleSubmit(({ copy, ...hours }) =>
    save.mutate(
      { ...hours, ...(copy && { copyTo: workdays.filter((other) => other !== day) }) },
      {
        onSuccess: () => {
          toast({
            title: "Hours updated",
            description: "Business hours have been updated successfully.",
          });
          onClose();
        },
        onError: (error) =>
          toastError(
            "Update failed",
            errorText(error, "An error occurred while updating business hours."),
          ),
      },
    ),
  );
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
      onSubmit={submit}
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
          <FormField label="Opening Time">
            {(props) => (
              <Input {...props} required placeholder="9:00 AM" {...register("openTime")} />
            )}
          </FormField>
          <FormField label="Closing Time">
            {(props) => (
              <Input {...props} required placeholder="5:00 PM" {...register("closeTime")} />
            )}
          </FormField>
        </div>
      )}
      {!values.isClosed && hasSecond && (
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField label="Second Opening Time">
            {(props) => (
              <Input {...props} required placeholder="1:00 PM" {...register("secondOpenTime")} />
            )}
          </FormField>
          <FormField label="Second Closing Time">
            {(props) => (
              <Input {...props} required placeholder="5:00 PM" {...register("secondCloseTime")} />
            )}
          </FormField>
        </div>
      )}
      {!values.isClosed && (
        <div>
          <Button variant="outline" size="small" onClick={() => toggleSecond(!hasSecond)}>
            {hasSecond ? "Remove Second Interval" : "Add Second Interval"}
          </Button>
          {!hasSecond && (
            <span className="ml-3 text-sm text-soft">For example when closed for lunch</span>
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
    </FormDialog>
  );
}

/** The default that visitors see for an unsaved day; the form starts with other values. */
function defaultNote(day: string): string {
  const shown = weekOf([]).find((hours) => hours.day === day);
  if (!shown || shown.isClosed) return `Until you save, the site shows ${dayName(day)} as closed.`;
  return `Until you save, the site shows ${formatHours(shown)}.`;
}

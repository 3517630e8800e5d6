import { Controller, useForm } from "react-hook-form";
import { errorText } from "@/api/admin/client";
import { useSaveHours } from "@/api/admin/hours";
import type { DayHours } from "@/api/hours";
import { dayName, formatHours, weekOf } from "@/domain/hours";
import { FormDialog } from "@/ui/admin/form-dialog";
import { FormField } from "@/ui/admin/form-field";
import { Input } from "@/ui/admin/input";
import { SwitchField } from "@/ui/admin/switch-field";
import { toast, toastError } from "@/ui/admin/toasts";

interface HoursDialogProps {
  day: DayHours["day"];
  record: DayHours | undefined;
  onClose: () => void;
}

export function HoursDialog({ day, record, onClose }: HoursDialogProps) {
  const name = dayName(day);
  const save = useSaveHours();
  const { register, control, watch, handleSubmit, formState } = useForm<DayHours>({
    defaultValues: record ?? { day, openTime: "9:00 AM", closeTime: "5:00 PM", isClosed: false },
  });
  const submit = handleSubmit((hours) =>
    save.mutate(hours, {
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
    }),
  );
  return (
    <FormDialog
      title={`Edit ${name} Hours`}
      description={`Update your business hours for ${name}`}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      pending={save.isPending}
      dirty={formState.isDirty}
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
      {!watch("isClosed") && (
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
    </FormDialog>
  );
}

/** The default that visitors see for an unsaved day; the form starts with other values. */
function defaultNote(day: string): string {
  const shown = weekOf([]).find((hours) => hours.day === day);
  if (!shown || shown.isClosed) return `Until you save, the site shows ${dayName(day)} as closed.`;
  return `Until you save, the site shows ${formatHours(shown)}.`;
}

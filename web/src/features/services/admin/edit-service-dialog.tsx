import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { errorText } from "@/api/admin/client";
import { type ServiceEdit, useSaveService } from "@/api/admin/services";
import type { Service } from "@/api/services";
import { claimNotes } from "@/domain/admin/claims";
import { DraftPreview } from "@/ui/admin/draft-preview";
import { FormDialog } from "@/ui/admin/form-dialog";
import { FormField } from "@/ui/admin/form-field";
import { ImageField } from "@/ui/admin/image-field";
import { Input } from "@/ui/admin/input";
import { SwitchField } from "@/ui/admin/switch-field";
import { Textarea } from "@/ui/textarea";
import { descriptionHint } from "./description-hint";
import { saveCallbacks } from "./save-callbacks";
import { useServiceCopy } from "./use-service-copy";

interface Values {
  name: string;
  slug: string;
  shortDescription: string;
  fullDescription: string;
  /** One feature per line. */
  features: string;
  imageUrl: string;
  featuredOnHome: boolean;
}

interface EditServiceDialogProps {
  service: Service;
  onClose: () => void;
}

export function EditServiceDialog({ service, onClose }: EditServiceDialogProps) {
  const save = useSaveService();
  const form = useForm<Values>({
    defaultValues: { ...service, features: service.features.join("\n") },
  });
  const { register, control, watch, handleSubmit, formState } = form;
  const [basedOn, setBasedOn] = useState(service.updatedAt);
  const copy = useServiceCopy(String(service.id), service, form, setBasedOn);
  const values = watch();
  return (
    <FormDialog
      title="Edit Service"
      size="large"
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      pending={save.isPending}
      dirty={formState.isDirty}
      offer={copy.offer}
      onDiscard={copy.settle}
      error={save.error ? errorText(save.error, "") : undefined}
      onSubmit={handleSubmit((changed) =>
        save.mutate(
          changeOf(service.id, changed, basedOn),
          saveCallbacks(() => {
            copy.settle();
            onClose();
          }),
        ),
      )}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField label="Name" notes={claimNotes(values.name)}>
          {(props) => <Input {...props} {...register("name")} />}
        </FormField>
        <FormField label="Slug">
          {(props) => <Input {...props} autoCapitalize="none" {...register("slug")} />}
        </FormField>
      </div>
      <FormField label="Short Description" notes={claimNotes(values.shortDescription)}>
        {(props) => <Textarea {...props} rows={3} {...register("shortDescription")} />}
      </FormField>
      <FormField
        label="Full Description"
        hint={descriptionHint}
        notes={claimNotes(values.fullDescription)}
      >
        {(props) => <Textarea {...props} rows={6} {...register("fullDescription")} />}
      </FormField>
      <FormField label="Features" hint="One feature per line" notes={claimNotes(values.features)}>
        {(props) => <Textarea {...props} rows={4} {...register("features")} />}
      </FormField>
      <Controller
        control={control}
        name="imageUrl"
        render={({ field }) => <ImageField label="Image URL" {...field} />}
      />
      <Controller
        control={control}
        name="featuredOnHome"
        render={({ field }) => (
          <SwitchField
            label="Featured on Home"
            state={field.value ? "Yes" : "No"}
            checked={field.value}
            onCheckedChange={field.onChange}
          />
        )}
      />
      <DraftPreview
        draft={{ service: changeOf(service.id, values, basedOn) }}
        dirty={formState.isDirty}
      />
    </FormDialog>
  );
}

function changeOf(id: number, values: Values, basedOn: string): ServiceEdit {
  const { name, slug, shortDescription, fullDescription, imageUrl, featuredOnHome } = values;
  return {
    id,
    name,
    slug,
    shortDescription,
    fullDescription,
    imageUrl,
    features: linesOf(values.features),
    featuredOnHome,
    basedOn,
  };
}

/** The trimmed lines of a text, without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

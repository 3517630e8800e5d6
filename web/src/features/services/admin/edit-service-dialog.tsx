import { Controller, useForm } from "react-hook-form";
import { errorText, fieldError, isDeleted, storedIn } from "@/api/admin/client";
import { type ServiceEdit, useSaveService } from "@/api/admin/services";
import type { Service } from "@/api/services";
import { claimNotes } from "@/domain/admin/claims";
import { DraftPreview } from "@/ui/admin/draft-preview";
import { FormDialog } from "@/ui/admin/form-dialog";
import { markRefused } from "@/ui/admin/form-errors";
import { FormField } from "@/ui/admin/form-field";
import { HtmlField } from "@/ui/admin/html-field";
import { ImageField } from "@/ui/admin/image-field";
import { Input } from "@/ui/admin/input";
import { SwitchField } from "@/ui/admin/switch-field";
import { useFormConflict } from "@/ui/admin/use-conflict";
import { useRecreate } from "@/ui/admin/use-recreate";
import { Textarea } from "@/ui/textarea";
import { descriptionHint } from "./description-hint";
import { saveCallbacks } from "./save-callbacks";
import { useServiceCopy } from "./use-service-copy";

interface Values {
  id?: number;
  name: string;
  slug: string;
  shortDescription: string;
  fullDescription: string;
  /** One feature per line. */
  features: string;
  imageUrl: string;
  featuredOnHome: boolean;
  basedOn?: string;
}

const labels = {
  name: "Name",
  slug: "Slug",
  shortDescription: "Short Description",
  fullDescription: "Full Description",
  features: "Features",
  imageUrl: "Image URL",
  featuredOnHome: "Featured on Home",
};

interface EditServiceDialogProps {
  service: Service;
  onClose: () => void;
}

export function EditServiceDialog({ service, onClose }: EditServiceDialogProps) {
  const save = useSaveService();
  const form = useForm<Values>({ defaultValues: valuesOf(service) });
  const { register, control, watch, setValue, handleSubmit, formState } = form;
  const { errors } = formState;
  const copy = useServiceCopy(String(service.id), service, form, (versions) =>
    conflict.compare(versions),
  );
  const { onSuccess, onError } = saveCallbacks(() => {
    copy.settle();
    onClose();
  });
  const recreate = useRecreate(form);
  const editOf = (values: Values): ServiceEdit => ({
    ...changeOf(values),
    // A service that is created again keeps what this form does not show.
    ...(values.id === undefined && { template: service.template, hidden: service.hidden }),
  });
  const send = (changed: Values): void =>
    save.mutate(editOf(changed), {
      onSuccess,
      onError: (error) => {
        if (conflict.resolves(storedIn<Service>(error))) return;
        if (isDeleted(error)) recreate.start();
        markRefused(form, fieldError(error));
        onError();
      },
    });
  const conflict = useFormConflict(form, { labels, valuesOf, save: send });
  const values = watch();
  return (
    <FormDialog
      title="Edit Service"
      size="large"
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      pending={save.isPending}
      dirty={formState.isDirty}
      history={{ kind: "service", id: service.id }}
      offer={copy.offer}
      onDiscard={copy.settle}
      error={save.error && !isDeleted(save.error) ? errorText(save.error, "") : recreate.notice}
      conflict={conflict}
      onSubmit={handleSubmit(send)}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField label="Name" notes={claimNotes(values.name)} error={errors.name?.message}>
          {(props) => <Input {...props} {...register("name")} />}
        </FormField>
        <FormField label="Slug" error={errors.slug?.message}>
          {(props) => <Input {...props} autoCapitalize="none" {...register("slug")} />}
        </FormField>
      </div>
      <FormField
        label="Short Description"
        notes={claimNotes(values.shortDescription)}
        error={errors.shortDescription?.message}
      >
        {(props) => <Textarea {...props} rows={3} {...register("shortDescription")} />}
      </FormField>
      <FormField
        label="Full Description"
        hint={descriptionHint}
        notes={claimNotes(values.fullDescription)}
        error={errors.fullDescription?.message}
      >
        {(props) => (
          <HtmlField
            label="Full Description"
            html={values.fullDescription}
            onHtml={(html) => setValue("fullDescription", html, { shouldDirty: true })}
          >
            <Textarea {...props} rows={6} {...register("fullDescription")} />
          </HtmlField>
        )}
      </FormField>
      <FormField
        label="Features"
        hint="One feature per line"
        notes={claimNotes(values.features)}
        error={errors.features?.message}
      >
        {(props) => <Textarea {...props} rows={4} {...register("features")} />}
      </FormField>
      <Controller
        control={control}
        name="imageUrl"
        render={({ field }) => (
          <ImageField label="Image URL" error={errors.imageUrl?.message} {...field} />
        )}
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
      <DraftPreview draft={{ service: editOf(values) }} dirty={formState.isDirty} />
    </FormDialog>
  );
}

function valuesOf(service: Service): Values {
  const { id, name, slug, shortDescription, fullDescription, imageUrl, featuredOnHome } = service;
  return {
    id,
    name,
    slug,
    shortDescription,
    fullDescription,
    features: service.features.join("\n"),
    imageUrl,
    featuredOnHome,
    basedOn: service.updatedAt,
  };
}

function changeOf(values: Values): ServiceEdit {
  const { id, name, slug, shortDescription, fullDescription, imageUrl, featuredOnHome, basedOn } =
    values;
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

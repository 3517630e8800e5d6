import { useState } from "react";
import { useForm } from "react-hook-form";
import { errorText } from "@/api/admin/client";
import { useSaveService } from "@/api/admin/services";
import type { Service } from "@/api/services";
import { claimNotes } from "@/domain/admin/claims";
import { slugOf } from "@/lib/slug";
import { DraftPreview } from "@/ui/admin/draft-preview";
import { FormDialog } from "@/ui/admin/form-dialog";
import { FormField } from "@/ui/admin/form-field";
import { ImagePreview } from "@/ui/admin/image-field";
import { Input } from "@/ui/admin/input";
import { useOpener } from "@/ui/admin/return-focus";
import { toast, toastError } from "@/ui/admin/toasts";
import { useUnsavedChanges } from "@/ui/admin/unsaved-changes";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";
import { descriptionHint } from "./description-hint";
import { ServiceImageDialog } from "./service-image-dialog";
import { useServiceCopy } from "./use-service-copy";

type Values = Pick<
  Service,
  "name" | "slug" | "shortDescription" | "fullDescription" | "imageUrl"
> & { id?: number; basedOn?: string };

interface ServiceEditorProps {
  /** The service to edit; undefined to add one. */
  service: Service | undefined;
  /** Which of the two dialogs opens first. */
  start?: "form" | "image";
  onClose: () => void;
}

/**
 * Adds or edits a service in two dialogs, one for the form and one for the image. Features and
 * template are not in this form and keep their values.
 */
export function ServiceEditor({ service, start = "form", onClose }: ServiceEditorProps) {
  // Captured here, because the second dialog opens after the first one has closed.
  const opener = useOpener();
  const [step, setStep] = useState(start);
  const save = useSaveService();
  const form = useForm<Values>({ defaultValues: valuesOf(service) });
  const { register, watch, setValue, handleSubmit, formState } = form;
  const { isDirty, dirtyFields } = formState;
  const copy = useServiceCopy(service ? `text-${service.id}` : "new", service, form, (basedOn) => {
    if (service) setValue("basedOn", basedOn);
  });
  useUnsavedChanges(isDirty, { onDiscard: copy.settle });
  const values = watch();

  if (step === "image") {
    return (
      <ServiceImageDialog
        imageUrl={values.imageUrl}
        onCancel={() => setStep("form")}
        onUse={(typed) => {
          const url = typed.trim();
          setStep("form");
          if (url === "") {
            toastError("No image set", "The image URL was empty, so the image was not changed.");
            return;
          }
          setValue("imageUrl", url, { shouldDirty: true });
          toast({ title: "Image set", description: "Image URL has been set." });
        }}
      />
    );
  }

  const submit = handleSubmit((changed) =>
    save.mutate(changed, {
      onSuccess: ({ message }) => {
        toast({
          title: message || "Service updated",
          description: "Service has been saved successfully.",
        });
        copy.settle();
        onClose();
      },
      onError: (error) =>
        toastError(
          "Update failed",
          errorText(error, "An error occurred while updating the service."),
        ),
    }),
  );
  return (
    <FormDialog
      title={service ? "Edit Service" : "Add Service"}
      size="large"
      opener={opener}
      submitLabel={service ? "Save Changes" : "Add Service"}
      pendingLabel="Saving..."
      pending={save.isPending}
      dirty={isDirty}
      offer={copy.offer}
      onDiscard={copy.settle}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField label="Name" notes={claimNotes(values.name)}>
        {(props) => (
          <Input
            {...props}
            required
            {...register("name", {
              onChange: ({ target }) => {
                if (!service && !dirtyFields.slug) setValue("slug", slugOf(target.value));
              },
            })}
          />
        )}
      </FormField>
      <FormField label="Slug" hint={<span className="break-all">/services/{values.slug}</span>}>
        {(props) => <Input {...props} required autoCapitalize="none" {...register("slug")} />}
      </FormField>
      <FormField label="Short Description" notes={claimNotes(values.shortDescription)}>
        {(props) => (
          <Textarea {...props} required className="h-[80px]" {...register("shortDescription")} />
        )}
      </FormField>
      <FormField
        label="Full Description"
        hint={descriptionHint}
        notes={claimNotes(values.fullDescription)}
      >
        {(props) => (
          <Textarea {...props} required className="h-[120px]" {...register("fullDescription")} />
        )}
      </FormField>
      <div>
        <FormField label="Image URL">
          {(props) => <Input {...props} {...register("imageUrl")} />}
        </FormField>
        <Button variant="outline" size="small" className="mt-2" onClick={() => setStep("image")}>
          Change Image
        </Button>
        <ImagePreview url={values.imageUrl} />
      </div>
      <DraftPreview draft={{ service: values }} dirty={isDirty} />
    </FormDialog>
  );
}

function valuesOf(service: Service | undefined): Values {
  if (!service) {
    return { name: "", slug: "", shortDescription: "", fullDescription: "", imageUrl: "" };
  }
  const { id, name, slug, shortDescription, fullDescription, imageUrl, updatedAt } = service;
  return { id, name, slug, shortDescription, fullDescription, imageUrl, basedOn: updatedAt };
}

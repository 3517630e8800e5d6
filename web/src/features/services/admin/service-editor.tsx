import { useState } from "react";
import { useForm } from "react-hook-form";
import { errorText, fieldError, ruleError, storedIn } from "@/api/admin/client";
import { useSaveService } from "@/api/admin/services";
import type { Service } from "@/api/services";
import { claimNotes } from "@/domain/admin/claims";
import { problemsWith, serviceSchema } from "@/domain/admin/schemas";
import { slugOf } from "@/lib/slug";
import { DraftPreview } from "@/ui/admin/draft-preview";
import { FormDialog } from "@/ui/admin/form-dialog";
import { markInvalid, markRefused } from "@/ui/admin/form-errors";
import { FormField } from "@/ui/admin/form-field";
import { HtmlField } from "@/ui/admin/html-field";
import { ImagePreview } from "@/ui/admin/image-field";
import { Input } from "@/ui/admin/input";
import { useOpener } from "@/ui/admin/return-focus";
import { toast, toastError } from "@/ui/admin/toasts";
import { useUnsavedChanges } from "@/ui/admin/unsaved-changes";
import { useFormConflict } from "@/ui/admin/use-conflict";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";
import { descriptionHint } from "./description-hint";
import { ServiceImageDialog } from "./service-image-dialog";
import { useServiceCopy } from "./use-service-copy";

type Values = Pick<
  Service,
  "name" | "slug" | "shortDescription" | "fullDescription" | "imageUrl"
> & { id?: number; basedOn?: string };

const labels = {
  name: "Name",
  slug: "Slug",
  shortDescription: "Short Description",
  fullDescription: "Full Description",
  imageUrl: "Image URL",
};

interface ServiceEditorProps {
  /** The service to edit; undefined to add one. */
  service: Service | undefined;
  /** What the form of a new service starts with. */
  prefill?: Service;
  /** Which of the two dialogs opens first. */
  start?: "form" | "image";
  onClose: () => void;
}

/**
 * Adds or edits a service in two dialogs, one for the form and one for the image. Features and
 * template are not in this form and keep their values.
 */
export function ServiceEditor({ service, prefill, start = "form", onClose }: ServiceEditorProps) {
  // Captured here, because the second dialog opens after the first one has closed.
  const opener = useOpener();
  const [step, setStep] = useState(start);
  const save = useSaveService();
  const form = useForm<Values>({
    defaultValues: service || !prefill ? valuesOf(service) : { ...prefill, id: undefined },
  });
  const { register, watch, setValue, handleSubmit, formState } = form;
  const { isDirty, dirtyFields, errors } = formState;
  const copyId = service ? `text-${service.id}` : "new";
  const copy = useServiceCopy(copyId, service, form, (versions) => conflict.compare(versions));
  useUnsavedChanges(isDirty, { onDiscard: copy.settle });
  const values = watch();
  const send = (changed: Values): void => {
    const problems = problemsWith(serviceSchema, changed);
    const [problem] = problems;
    if (problem) {
      const refused = ruleError(problem);
      markRefused(form, ...problems.map(ruleError));
      toastError("Update failed", refused.text);
      return;
    }
    save.mutate(changed, {
      onSuccess: ({ message }) => {
        toast({
          title: message || "Service updated",
          description: "Service has been saved successfully.",
        });
        copy.settle();
        onClose();
      },
      onError: (error) => {
        if (conflict.resolves(storedIn<Service>(error))) return;
        markRefused(form, fieldError(error));
        toastError(
          "Update failed",
          errorText(error, "An error occurred while updating the service."),
        );
      },
    });
  };
  const conflict = useFormConflict(form, { labels, valuesOf, save: send });

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

  return (
    <FormDialog
      title={service ? "Edit Service" : "Add Service"}
      size="large"
      opener={opener}
      submitLabel={service ? "Save Changes" : "Add Service"}
      pendingLabel="Saving..."
      pending={save.isPending}
      dirty={isDirty}
      history={service && { kind: "service", id: service.id }}
      offer={copy.offer}
      onDiscard={copy.settle}
      conflict={conflict}
      onInvalid={(event) => markInvalid(form, event)}
      onSubmit={handleSubmit(send)}
      onClose={onClose}
    >
      <FormField label="Name" notes={claimNotes(values.name)} error={errors.name?.message}>
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
      <FormField
        label="Slug"
        hint={<span className="break-all">/services/{values.slug}</span>}
        error={errors.slug?.message}
      >
        {(props) => <Input {...props} required autoCapitalize="none" {...register("slug")} />}
      </FormField>
      <FormField
        label="Short Description"
        notes={claimNotes(values.shortDescription)}
        error={errors.shortDescription?.message}
      >
        {(props) => (
          <Textarea {...props} required className="h-[80px]" {...register("shortDescription")} />
        )}
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
            <Textarea {...props} required className="h-[120px]" {...register("fullDescription")} />
          </HtmlField>
        )}
      </FormField>
      <div>
        <FormField label="Image URL" error={errors.imageUrl?.message}>
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

import { useState } from "react";
import type { Service } from "@/api/services";
import { claimNotes } from "@/domain/admin/claims";
import { serviceSchema } from "@/domain/admin/schemas";
import { RecordDialog } from "@/editing/record-dialog";
import { slugOf } from "@/lib/slug";
import { FormField } from "@/ui/admin/form-field";
import { HtmlField } from "@/ui/admin/html-field";
import { ImagePreview } from "@/ui/admin/image-field";
import { useOpener } from "@/ui/admin/return-focus";
import { TextField } from "@/ui/admin/text-field";
import { toast, toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";
import { descriptionHint } from "./description-hint";
import { ServiceImageDialog } from "./service-image-dialog";
import { useServiceForm } from "./use-service-form";

type Values = Pick<Service, "name" | "slug" | "shortDescription" | "fullDescription" | "imageUrl">;

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
  const form = useServiceForm<Values>(service, (values) => values, {
    copyId: service ? `text-${service.id}` : "new",
    titleOf: ({ name }) => name,
    schema: serviceSchema,
    labels,
    valuesOf: (record = prefill) => valuesOf(record),
    success: ({ message }) => ({
      title: message || "Service updated",
      description: "Service has been saved successfully.",
    }),
    failure: { title: "Update failed", text: "An error occurred while updating the service." },
    onSaved: onClose,
  });
  const { values, set, errorOf } = form;
  const { register, formState } = form.fields;
  const { slug: slugTyped } = formState.dirtyFields;

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
          set("imageUrl", url);
          toast({ title: "Image set", description: "Image URL has been set." });
        }}
      />
    );
  }

  return (
    <RecordDialog
      form={form}
      title={service ? "Edit Service" : "Add Service"}
      size="large"
      opener={opener}
      submitLabel={service ? "Save Changes" : "Add Service"}
      pendingLabel="Saving..."
      history={service && { kind: "service", id: String(service.id) }}
      preview="service"
      onClose={onClose}
    >
      <TextField
        label="Name"
        notes={claimNotes(values.name)}
        error={errorOf("name")}
        required
        {...register("name", {
          onChange: ({ target }) => {
            if (service || slugTyped) return;
            form.fields.setValue("slug", slugOf(target.value));
          },
        })}
      />
      <TextField
        label="Slug"
        hint={<span className="break-all">The address of its page: /services/{values.slug}</span>}
        error={errorOf("slug")}
        required
        autoCapitalize="none"
        {...register("slug")}
      />
      <FormField
        label="Short Description"
        notes={claimNotes(values.shortDescription)}
        error={errorOf("shortDescription")}
      >
        {(props) => (
          <Textarea {...props} required className="h-[80px]" {...register("shortDescription")} />
        )}
      </FormField>
      <FormField
        label="Full Description"
        hint={descriptionHint}
        notes={claimNotes(values.fullDescription)}
        error={errorOf("fullDescription")}
      >
        {(props) => (
          <HtmlField
            label="Full Description"
            html={values.fullDescription}
            required={{ name: "fullDescription" }}
            onHtml={(html) => set("fullDescription", html)}
          >
            <Textarea {...props} required className="h-[120px]" {...register("fullDescription")} />
          </HtmlField>
        )}
      </FormField>
      <div>
        <TextField label="Image URL" error={errorOf("imageUrl")} {...register("imageUrl")} />
        <Button variant="outline" size="small" className="mt-2" onClick={() => setStep("image")}>
          Change Image
        </Button>
        <ImagePreview url={values.imageUrl} />
      </div>
    </RecordDialog>
  );
}

function valuesOf(service: Service | undefined): Values {
  const { name = "", slug = "", shortDescription = "", fullDescription = "" } = service ?? {};
  return { name, slug, shortDescription, fullDescription, imageUrl: service?.imageUrl ?? "" };
}

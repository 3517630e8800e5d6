import { Controller } from "react-hook-form";
import type { ServiceEdit } from "@/api/admin/services";
import type { Service } from "@/api/services";
import { claimNotes } from "@/domain/admin/claims";
import { RecordDialog } from "@/editing/record-dialog";
import { slugOf } from "@/lib/slug";
import { FormField } from "@/ui/admin/form-field";
import { HtmlField } from "@/ui/admin/html-field";
import { ImageField } from "@/ui/admin/image-field";
import { SwitchField } from "@/ui/admin/switch-field";
import { TextField } from "@/ui/admin/text-field";
import { Textarea } from "@/ui/textarea";
import { descriptionHint } from "./description-hint";
import { savedMessage, saveFailure } from "./save-messages";
import { useServiceForm } from "./use-service-form";

type Values = {
  name: string;
  slug: string;
  shortDescription: string;
  fullDescription: string;
  /** One feature per line. */
  features: string;
  imageUrl: string;
  featuredOnHome: boolean;
};

const labels = {
  name: "Name",
  slug: "Slug",
  shortDescription: "Short Description",
  fullDescription: "Full Description",
  features: "Features",
  imageUrl: "Image URL",
  featuredOnHome: "Featured on Home",
};

/** The unfinished copy of a new service. The dialog of the Site Content tab has another one. */
export const newServiceCopy = "new-full";

interface EditServiceDialogProps {
  /** The service to edit; undefined to add one. */
  service: Service | undefined;
  onClose: () => void;
}

/** All fields of a service but its template. */
export function EditServiceDialog({ service, onClose }: EditServiceDialogProps) {
  const form = useServiceForm<Values>(service, changeOf, {
    copyId: service ? String(service.id) : newServiceCopy,
    titleOf: ({ name }) => name,
    labels,
    valuesOf: (record = service) => valuesOf(record),
    success: savedMessage,
    failure: saveFailure,
    onSaved: onClose,
  });
  const { register, control, formState } = form.fields;
  const { slug: slugTyped } = formState.dirtyFields;
  const { values, set, errorOf } = form;
  return (
    <RecordDialog
      form={form}
      title={service ? "Edit Service" : "Add Service"}
      size="large"
      submitLabel={service ? "Save Changes" : "Add Service"}
      pendingLabel="Saving..."
      history={service && { kind: "service", id: String(service.id) }}
      preview="service"
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Name"
          notes={claimNotes(values.name)}
          error={errorOf("name")}
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
          autoCapitalize="none"
          {...register("slug")}
        />
      </div>
      <FormField
        label="Short Description"
        notes={claimNotes(values.shortDescription)}
        error={errorOf("shortDescription")}
      >
        {(props) => <Textarea {...props} rows={3} {...register("shortDescription")} />}
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
            onHtml={(html) => set("fullDescription", html)}
          >
            <Textarea {...props} rows={6} {...register("fullDescription")} />
          </HtmlField>
        )}
      </FormField>
      <FormField
        label="Features"
        hint="One feature per line"
        notes={claimNotes(values.features)}
        error={errorOf("features")}
      >
        {(props) => <Textarea {...props} rows={4} {...register("features")} />}
      </FormField>
      <Controller
        control={control}
        name="imageUrl"
        render={({ field }) => (
          <ImageField label="Image URL" error={errorOf("imageUrl")} {...field} />
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
    </RecordDialog>
  );
}

const blank: Pick<Service, keyof Values> = {
  name: "",
  slug: "",
  shortDescription: "",
  fullDescription: "",
  features: [],
  imageUrl: "",
  featuredOnHome: false,
};

function valuesOf(service: Pick<Service, keyof Values> = blank): Values {
  const { name, slug, shortDescription, fullDescription, imageUrl, featuredOnHome } = service;
  const features = service.features.join("\n");
  return { name, slug, shortDescription, fullDescription, features, imageUrl, featuredOnHome };
}

function changeOf({ features, ...values }: Values): ServiceEdit {
  return { ...values, features: linesOf(features) };
}

/** The trimmed lines of a text, without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

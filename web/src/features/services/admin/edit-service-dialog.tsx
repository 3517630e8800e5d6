import { Controller } from "react-hook-form";
import type { ServiceEdit } from "@/api/admin/services";
import type { Service } from "@/api/services";
import { claimNotes } from "@/domain/admin/claims";
import { RecordDialog } from "@/editing/record-dialog";
import { FormField } from "@/ui/admin/form-field";
import { HtmlField } from "@/ui/admin/html-field";
import { ImageField } from "@/ui/admin/image-field";
import { Input } from "@/ui/admin/input";
import { SwitchField } from "@/ui/admin/switch-field";
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

interface EditServiceDialogProps {
  service: Service;
  onClose: () => void;
}

export function EditServiceDialog({ service, onClose }: EditServiceDialogProps) {
  const form = useServiceForm<Values>(service, changeOf, {
    copyId: String(service.id),
    titleOf: ({ name }) => name,
    labels,
    valuesOf: (record = service) => valuesOf(record),
    success: savedMessage,
    failure: saveFailure,
    onSaved: onClose,
  });
  const { register, control } = form.fields;
  const { values, set, errorOf } = form;
  return (
    <RecordDialog
      form={form}
      title="Edit Service"
      size="large"
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      history={{ kind: "service", id: String(service.id) }}
      preview="service"
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField label="Name" notes={claimNotes(values.name)} error={errorOf("name")}>
          {(props) => <Input {...props} {...register("name")} />}
        </FormField>
        <FormField label="Slug" error={errorOf("slug")}>
          {(props) => <Input {...props} autoCapitalize="none" {...register("slug")} />}
        </FormField>
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

function valuesOf(service: Service): Values {
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

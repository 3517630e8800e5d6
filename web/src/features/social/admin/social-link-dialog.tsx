import { Controller, useForm } from "react-hook-form";
import {
  errorText,
  fieldError,
  isDeleted,
  neverSaved,
  ruleError,
  storedIn,
} from "@/api/admin/client";
import { type SocialLinkEdit, useSaveSocialLink } from "@/api/admin/social-links";
import type { SocialLink } from "@/api/social-links";
import { problemsWith, socialLinkSchema } from "@/domain/admin/schemas";
import { DraftPreview } from "@/ui/admin/draft-preview";
import { FormDialog } from "@/ui/admin/form-dialog";
import { markInvalid, markRefused } from "@/ui/admin/form-errors";
import { FormField } from "@/ui/admin/form-field";
import { Input } from "@/ui/admin/input";
import { SwitchField } from "@/ui/admin/switch-field";
import { toast, toastError } from "@/ui/admin/toasts";
import { useFormConflict } from "@/ui/admin/use-conflict";
import { useFormCopy } from "@/ui/admin/use-form-copy";
import { useRecreate } from "@/ui/admin/use-recreate";
import { PlatformIcon } from "../platform-icon";
import { platformNames } from "../platforms";
import { completeUrl } from "./complete-url";

interface SocialLinkDialogProps {
  /** The link to edit; undefined to add one. */
  link: SocialLink | undefined;
  /** What the form of a new link starts with. */
  prefill?: SocialLink;
  onClose: () => void;
}

const blank: SocialLinkEdit = { platform: "", url: "", icon: "", active: true };
const labels = { platform: "Platform", url: "URL", icon: "Icon", active: "Active" };

function valuesOf({ updatedAt, ...link }: SocialLink): SocialLinkEdit {
  return { ...link, basedOn: updatedAt ?? neverSaved };
}

function editOf(typed: SocialLinkEdit): SocialLinkEdit {
  return { ...typed, url: completeUrl(typed.url) };
}

export function SocialLinkDialog({ link, prefill, onClose }: SocialLinkDialogProps) {
  const save = useSaveSocialLink();
  const form = useForm<SocialLinkEdit>({
    defaultValues: link ? valuesOf(link) : { ...blank, ...prefill, id: undefined },
  });
  const { register, control, watch, handleSubmit, formState } = form;
  const { errors } = formState;
  const copy = useFormCopy(form, {
    kind: "social-link",
    id: link ? String(link.id) : "new",
    title: watch("platform"),
    labels,
    onConflict: (versions) => conflict.compare(versions),
  });
  const recreate = useRecreate(form);
  const send = (typed: SocialLinkEdit): void => {
    const values = editOf(typed);
    const problems = problemsWith(socialLinkSchema, values);
    const [problem] = problems;
    if (problem) {
      const refused = ruleError(problem);
      markRefused(form, ...problems.map(ruleError));
      toastError("Update failed", refused.text);
      return;
    }
    save.mutate(values, {
      onSuccess: () => {
        toast({
          title: "Social link updated",
          description: "Social link has been updated successfully.",
        });
        copy.settle();
        onClose();
      },
      onError: (error) => {
        if (conflict.resolves(storedIn<SocialLink>(error))) return;
        if (isDeleted(error)) recreate.start();
        markRefused(form, fieldError(error));
        toastError(
          "Update failed",
          errorText(error, "An error occurred while updating social link."),
        );
      },
    });
  };
  const conflict = useFormConflict(form, { labels, valuesOf, save: send });
  const values = watch();
  return (
    <FormDialog
      title={link ? "Edit Social Link" : "Add New Social Link"}
      submitLabel={link ? "Save Changes" : "Add Link"}
      pendingLabel="Saving..."
      pending={save.isPending}
      dirty={formState.isDirty}
      history={link && { kind: "social-link", id: link.id }}
      offer={copy.offer}
      onDiscard={copy.settle}
      conflict={conflict}
      error={recreate.notice}
      onInvalid={(event) => markInvalid(form, event)}
      onSubmit={handleSubmit(send)}
      onClose={onClose}
    >
      <FormField label="Platform" error={errors.platform?.message}>
        {(props) => (
          <span className="flex items-center gap-3">
            <Input
              {...props}
              required
              list="social-platforms"
              placeholder="facebook"
              autoCapitalize="none"
              {...register("platform")}
            />
            <span className="flex-none text-soft">
              <PlatformIcon platform={values.icon || values.platform} />
            </span>
            <datalist id="social-platforms">
              {platformNames.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </span>
        )}
      </FormField>
      <FormField label="URL" error={errors.url?.message}>
        {(props) => (
          <Input
            {...props}
            required
            inputMode="url"
            placeholder="https://www.facebook.com/…"
            {...register("url")}
          />
        )}
      </FormField>
      <FormField
        label="Icon"
        optional
        hint="The name of another platform whose mark is shown instead."
        error={errors.icon?.message}
      >
        {(props) => <Input {...props} list="social-platforms" {...register("icon")} />}
      </FormField>
      <Controller
        control={control}
        name="active"
        render={({ field }) => (
          <SwitchField label="Active" checked={field.value} onCheckedChange={field.onChange} />
        )}
      />
      <DraftPreview draft={{ socialLink: editOf(values) }} dirty={formState.isDirty} />
    </FormDialog>
  );
}

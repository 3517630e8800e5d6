import { Controller } from "react-hook-form";
import { byId, loadFrom } from "@/api/admin/load-record";
import {
  adminSocialLinksQuery,
  type SocialLinkEdit,
  useSaveSocialLink,
} from "@/api/admin/social-links";
import type { SocialLink } from "@/api/social-links";
import { socialLinkSchema } from "@/domain/admin/schemas";
import { RecordDialog } from "@/editing/record-dialog";
import { useRecordForm } from "@/editing/record-form";
import { FormField } from "@/ui/admin/form-field";
import { Input } from "@/ui/admin/input";
import { SwitchField } from "@/ui/admin/switch-field";
import { TextField } from "@/ui/admin/text-field";
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

type Values = Omit<SocialLinkEdit, "id" | "basedOn">;

const labels = { platform: "Platform", url: "URL", icon: "Icon", active: "Active" };

function valuesOf(link: SocialLink | undefined): Values {
  const { platform = "", url = "", icon = "", active = true } = link ?? {};
  return { platform, url, icon, active };
}

export function SocialLinkDialog({ link, prefill, onClose }: SocialLinkDialogProps) {
  const form = useRecordForm<SocialLink, Values, SocialLinkEdit>({
    kind: "social-link",
    copyId: link ? String(link.id) : "new",
    record: link,
    load: link && ((client) => loadFrom(client, adminSocialLinksQuery, byId(link.id))),
    titleOf: ({ platform }) => platform,
    schema: socialLinkSchema,
    labels,
    valuesOf: (record = prefill) => valuesOf(record),
    editOf: (values, { version }) => ({ ...values, url: completeUrl(values.url), ...version }),
    save: useSaveSocialLink(),
    success: () => ({
      title: "Social link updated",
      description: "Social link has been updated successfully.",
    }),
    failure: {
      title: "Update failed",
      text: "An error occurred while updating social link.",
    },
    onSaved: onClose,
  });
  const { register, control } = form.fields;
  const { values, errorOf } = form;
  return (
    <RecordDialog
      form={form}
      title={link ? "Edit Social Link" : "Add New Social Link"}
      submitLabel={link ? "Save Changes" : "Add Link"}
      pendingLabel="Saving..."
      history={link && { kind: "social-link", id: String(link.id) }}
      preview="socialLink"
      onClose={onClose}
    >
      <FormField label="Platform" error={errorOf("platform")}>
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
      <TextField
        label="URL"
        error={errorOf("url")}
        required
        inputMode="url"
        placeholder="https://www.facebook.com/…"
        {...register("url")}
      />
      <TextField
        label="Icon"
        optional
        hint="The name of another platform whose mark is shown instead."
        error={errorOf("icon")}
        list="social-platforms"
        {...register("icon")}
      />
      <Controller
        control={control}
        name="active"
        render={({ field }) => (
          <SwitchField label="Active" checked={field.value} onCheckedChange={field.onChange} />
        )}
      />
    </RecordDialog>
  );
}

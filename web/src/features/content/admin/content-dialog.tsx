import { Controller, useForm } from "react-hook-form";
import { type ContentEdit, contentTypes, sections } from "@/api/admin/content";
import { claimNotes } from "@/domain/admin/claims";
import { FormDialog } from "@/ui/admin/form-dialog";
import { FormField } from "@/ui/admin/form-field";
import { ImageField } from "@/ui/admin/image-field";
import { Input } from "@/ui/admin/input";
import { Select } from "@/ui/admin/select";
import { Textarea } from "@/ui/textarea";
import { sectionLabels, typeLabels } from "./labels";
import { useSaveContentItem } from "./use-save-content-item";

interface ContentDialogProps {
  title: "Edit Content" | "Add New Content";
  item: ContentEdit;
  onClose: () => void;
}

export function ContentDialog({ title, item, onClose }: ContentDialogProps) {
  const { save, isPending } = useSaveContentItem(onClose);
  const { register, control, watch, handleSubmit, formState } = useForm<ContentEdit>({
    defaultValues: item,
  });
  const [currentType, currentValue] = watch(["type", "value"]);
  return (
    <FormDialog
      title={title}
      size="large"
      submitLabel={title === "Edit Content" ? "Save Changes" : "Add Content"}
      pendingLabel="Saving..."
      pending={isPending}
      dirty={formState.isDirty}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      <FormField label="Key">
        {(props) => <Input {...props} required autoCapitalize="none" {...register("key")} />}
      </FormField>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField label="Section">
          {(props) => (
            <Select {...props} {...register("section")}>
              {sections.map((name) => (
                <option key={name} value={name}>
                  {sectionLabels[name]}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField label="Type">
          {(props) => (
            <Select {...props} {...register("type")}>
              {contentTypes.map((name) => (
                <option key={name} value={name}>
                  {typeLabels[name]}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      </div>
      {currentType === "image" ? (
        <Controller
          control={control}
          name="value"
          render={({ field }) => <ImageField label="Content" required {...field} />}
        />
      ) : (
        <FormField label="Content" notes={claimNotes(currentValue)}>
          {(props) => (
            <Textarea
              {...props}
              required
              className={currentType === "html" ? "h-[120px] font-mono text-sm" : "h-[120px]"}
              {...register("value")}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}

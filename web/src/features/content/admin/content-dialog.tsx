import { useId, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { fieldError, isDeleted, ruleError, storedIn } from "@/api/admin/client";
import { type ContentEdit, type ContentItem, contentTypes, sections } from "@/api/admin/content";
import { claimNotes } from "@/domain/admin/claims";
import { findKnownKey, knownKeys } from "@/domain/admin/content-keys";
import { contentSchema, problemsWith } from "@/domain/admin/schemas";
import { DraftPreview } from "@/ui/admin/draft-preview";
import { FormDialog } from "@/ui/admin/form-dialog";
import { markInvalid, markRefused } from "@/ui/admin/form-errors";
import { FormField } from "@/ui/admin/form-field";
import { HtmlField } from "@/ui/admin/html-field";
import { ImageField } from "@/ui/admin/image-field";
import { Input } from "@/ui/admin/input";
import { Select } from "@/ui/admin/select";
import { toastError } from "@/ui/admin/toasts";
import { useFormConflict } from "@/ui/admin/use-conflict";
import { useFormCopy } from "@/ui/admin/use-form-copy";
import { useRecreate } from "@/ui/admin/use-recreate";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";
import { sectionLabels, typeLabels } from "./labels";
import { useSaveContentItem } from "./use-save-content-item";

const labels = { key: "Key", section: "Section", type: "Type", value: "Content" };

function valuesOf({ updatedAt, ...item }: ContentItem): ContentEdit {
  return { ...item, basedOn: updatedAt };
}

interface ContentDialogProps {
  title: "Edit Content" | "Add New Content";
  item: ContentEdit;
  /** The keys of other items. */
  takenKeys: string[];
  onClose: () => void;
}

export function ContentDialog({ title, item, takenKeys, onClose }: ContentDialogProps) {
  const listId = useId();
  // A page would lose its text if the key that it shows were renamed by accident.
  const [keyLocked, setKeyLocked] = useState(
    title === "Edit Content" && findKnownKey(item.key) !== undefined,
  );
  const form = useForm<ContentEdit>({ defaultValues: item });
  const { register, control, watch, setValue, handleSubmit, formState } = form;
  const { errors } = formState;
  const copy = useFormCopy(form, {
    kind: "content",
    id: copyId(item),
    title: item.key,
    labels,
    onConflict: (versions) => conflict.compare(versions),
  });
  const onSaved = () => {
    copy.settle();
    onClose();
  };
  const { save, isPending } = useSaveContentItem(onSaved, (error): boolean => {
    // Where the dialog adds an item, the key is what is wrong.
    if (title === "Edit Content" && conflict.resolves(storedIn<ContentItem>(error))) return true;
    if (isDeleted(error)) recreate.start();
    markRefused(form, fieldError(error));
    return false;
  });
  const recreate = useRecreate(form);
  const send = (values: ContentEdit): void => {
    const problems = problemsWith(contentSchema, values);
    const [problem] = problems;
    if (!problem) {
      save(values);
      return;
    }
    const refused = ruleError(problem);
    markRefused(form, ...problems.map(ruleError));
    toastError("Update failed", refused.text);
  };
  const conflict = useFormConflict(form, { labels, valuesOf, save: send });
  const [currentKey, currentType, currentValue] = watch(["key", "type", "value"]);
  return (
    <FormDialog
      title={title}
      size="large"
      submitLabel={title === "Edit Content" ? "Save Changes" : "Add Content"}
      pendingLabel="Saving..."
      pending={isPending}
      dirty={formState.isDirty}
      history={item.id !== undefined && { kind: "content", id: item.id }}
      offer={copy.offer}
      onDiscard={copy.settle}
      conflict={conflict}
      error={recreate.notice}
      onInvalid={(event) => markInvalid(form, event)}
      onSubmit={handleSubmit(send)}
      onClose={onClose}
    >
      <div>
        <FormField label="Key" hint={keyHint(currentKey)} error={errors.key?.message}>
          {(props) => (
            <Input
              {...props}
              required
              autoCapitalize="none"
              list={listId}
              readOnly={keyLocked}
              {...register("key", {
                onChange: ({ target }) => {
                  const known = findKnownKey(target.value);
                  if (!known) return;
                  setValue("section", known.section);
                  setValue("type", known.type);
                },
              })}
            />
          )}
        </FormField>
        <datalist id={listId}>
          {knownKeys
            .filter(({ key }) => !takenKeys.includes(key))
            .map(({ key, location }) => (
              <option key={key} value={key} label={location}>
                {location}
              </option>
            ))}
        </datalist>
        {keyLocked && (
          <Button
            variant="outline"
            size="small"
            className="mt-2"
            onClick={() => setKeyLocked(false)}
          >
            Change Key
          </Button>
        )}
      </div>
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
          render={({ field }) => (
            <ImageField label="Content" required error={errors.value?.message} {...field} />
          )}
        />
      ) : (
        <FormField
          label="Content"
          hint={currentKey.trim() === "map_embed" ? mapHint : undefined}
          notes={claimNotes(currentValue)}
          error={errors.value?.message}
        >
          {(props) => (
            <HtmlField
              label="Content"
              // A map is a frame, which nobody types.
              enabled={currentType === "html" && currentKey.trim() !== "map_embed"}
              html={currentValue}
              onHtml={(html) => setValue("value", html, { shouldDirty: true })}
            >
              <Textarea
                {...props}
                required
                className={currentType === "html" ? "h-[120px] font-mono text-sm" : "h-[120px]"}
                {...register("value")}
              />
            </HtmlField>
          )}
        </FormField>
      )}
      {findKnownKey(currentKey) && (
        <DraftPreview draft={{ content: watch() }} dirty={formState.isDirty} />
      )}
    </FormDialog>
  );
}

/** Default texts have no ID yet, but a key. */
function copyId({ id, key }: ContentEdit): string {
  if (id !== undefined) return String(id);
  return key === "" ? "new" : `new-${key}`;
}

const mapHint =
  "Paste a link from Google Maps, Apple Maps or OpenStreetMap, or the code that their Share button offers.";

/** Says where visitors see the text, before and after it was typed. */
function keyHint(key: string): string {
  if (key.trim() === "") return "Choose one of the offered keys: each says where it is shown.";
  const known = findKnownKey(key);
  return known ? `Shown on: ${known.location}` : "Not shown on any page";
}

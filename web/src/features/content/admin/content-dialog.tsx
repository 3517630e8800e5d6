import { useId, useState } from "react";
import { Controller } from "react-hook-form";
import { neverSaved } from "@/api/admin/client";
import { type ContentItem, contentTypes, sections } from "@/api/admin/content";
import { claimNotes } from "@/domain/admin/claims";
import { findKnownKey, knownKeys } from "@/domain/admin/content-keys";
import { RecordDialog } from "@/editing/record-dialog";
import { FormField } from "@/ui/admin/form-field";
import { HtmlField } from "@/ui/admin/html-field";
import { ImageField } from "@/ui/admin/image-field";
import { Select } from "@/ui/admin/select";
import { TextField } from "@/ui/admin/text-field";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";
import { sectionLabels, typeLabels } from "./labels";
import { useContentForm } from "./use-content-form";

const labels = { key: "Key", section: "Section", type: "Type", value: "Content" };

/** What the form starts with. */
export type ContentStart = Pick<ContentItem, "key" | "section" | "type" | "value">;

interface ContentDialogProps {
  title: "Edit Content" | "Add New Content";
  /** The stored item, if there is one. */
  item: ContentItem | undefined;
  /** What the form starts with if there is none. */
  start: ContentStart;
  /** The keys of other items. */
  takenKeys: string[];
  onClose: () => void;
}

/** Adds or edits an item. A default text that is not stored yet is edited too. */
export function ContentDialog({ title, item, start, takenKeys, onClose }: ContentDialogProps) {
  const listId = useId();
  const isEdit = title === "Edit Content";
  // A page would lose its text if the key that it shows were renamed by accident.
  const [keyLocked, setKeyLocked] = useState(isEdit && findKnownKey(start.key) !== undefined);
  const form = useContentForm<ContentStart>({
    copyId: copyId(item, start),
    record: item,
    titleOf: ({ key }) => key,
    labels,
    valuesOf: (stored) => {
      const { key, section, type, value } = stored ?? start;
      return { key, section, type, value };
    },
    editOf: (values, { version }) => ({
      ...values,
      // Somebody else may have stored the default text meanwhile.
      ...(isEdit && !item && { basedOn: neverSaved }),
      ...version,
    }),
    onSaved: onClose,
  });
  const { register, control } = form.fields;
  const { set, errorOf } = form;
  const { key: currentKey, type: currentType, value: currentValue } = form.values;
  return (
    <RecordDialog
      form={form}
      title={title}
      help="One text or picture of a page. The key is its fixed name: pages show the text whose key they know, such as hero_title. The type says whether it is plain text, formatted text (HTML) or the address of a picture."
      size="large"
      submitLabel={isEdit ? "Save Changes" : "Add Content"}
      pendingLabel="Saving..."
      history={item && { kind: "content", id: String(item.id) }}
      preview={findKnownKey(currentKey) && "content"}
      onClose={onClose}
    >
      <div>
        <TextField
          label="Key"
          hint={keyHint(currentKey)}
          error={errorOf("key")}
          required
          autoCapitalize="none"
          list={listId}
          readOnly={keyLocked}
          {...register("key", {
            onChange: ({ target }) => {
              const known = findKnownKey(target.value);
              if (!known) return;
              set("section", known.section);
              set("type", known.type);
            },
          })}
        />
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
            <ImageField label="Content" required error={errorOf("value")} {...field} />
          )}
        />
      ) : (
        <FormField
          label="Content"
          hint={currentKey.trim() === "map_embed" ? mapHint : undefined}
          notes={claimNotes(currentValue)}
          error={errorOf("value")}
        >
          {(props) => (
            <HtmlField
              label="Content"
              // A map is a frame, which nobody types.
              enabled={currentType === "html" && currentKey.trim() !== "map_embed"}
              html={currentValue}
              required={{ name: "value" }}
              onHtml={(html) => set("value", html)}
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
    </RecordDialog>
  );
}

/** Default texts have no ID yet, but a key. */
function copyId(item: ContentItem | undefined, { key }: ContentStart): string {
  if (item) return String(item.id);
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

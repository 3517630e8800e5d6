import { type Ref, useRef, useState } from "react";
import type { Service } from "@/api/services";
import { claimNotes } from "@/domain/admin/claims";
import { HistoryButton } from "@/editing/history/history-button";
import { dataOf } from "@/editing/record-form";
import { RecordInline } from "@/editing/record-inline";
import { ButtonSpinner } from "@/ui/admin/button-spinner";
import { FormField } from "@/ui/admin/form-field";
import { Panel } from "@/ui/admin/panel";
import { useSaveShortcut } from "@/ui/admin/save-shortcut";
import { Select } from "@/ui/admin/select";
import { Tabs } from "@/ui/admin/tabs";
import { toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";
import { savedMessage, saveFailure } from "./save-messages";
import { TemplateField } from "./template-field";
import { TemplatePreview } from "./template-preview";
import { fieldsOf, useServiceForm } from "./use-service-form";

interface TemplateEditorProps {
  ref: Ref<HTMLElement>;
  /** Undefined while they load or could not be loaded. */
  services: Service[] | undefined;
  chosenId: string;
  onChoose: (id: string) => void;
}

/** Edits the template of a service's page. */
export function TemplateEditor({ ref, services, chosenId, onChoose }: TemplateEditorProps) {
  const service = services?.find(({ id }) => String(id) === chosenId);
  /** A form starts anew after a restored version. */
  const [round, setRound] = useState(0);
  return (
    <Panel
      ref={ref}
      title="Service Detail Page Template Editor"
      help="A template is an extra part at the end of a service's page. It is written in HTML, the language of web pages, and words in braces such as {name} become the service's own. Leave it empty if you do not need one."
    >
      <div className="grid gap-5">
        <FormField label="Service">
          {(props) => (
            <Select
              {...props}
              className="sm:max-w-md"
              value={chosenId}
              onChange={({ target }) => onChoose(target.value)}
            >
              <option value="">Select a service</option>
              {services?.length === 0 && <option disabled>No services available</option>}
              {services?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        {service ? (
          <TemplateForm
            key={`${service.id} ${round}`}
            service={service}
            onRestored={() => setRound(round + 1)}
          />
        ) : (
          <NoService />
        )}
      </div>
    </Panel>
  );
}

function NoService() {
  const form = useRef<HTMLFormElement>(null);
  useSaveShortcut(form);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        toastError("No service selected", "Please select a service to update its template.");
      }}
    >
      <p className="text-soft">Select a service to edit its detail page template.</p>
    </form>
  );
}

interface TemplateFormProps {
  service: Service;
  onRestored: () => void;
}

function TemplateForm({ service, onRestored }: TemplateFormProps) {
  const [view, setView] = useState<"code" | "preview">("code");
  const form = useServiceForm<{ template: string }>(service, withAllFields, {
    kind: "template",
    copyId: String(service.id),
    titleOf: () => service.name,
    labels: { template: "Template" },
    valuesOf: (record = service) => ({ template: record.template }),
    savedRecord: dataOf,
    success: savedMessage,
    failure: saveFailure,
  });
  const { template } = form.values;
  const saving = form.state.name === "saving";
  const code = (
    <RecordInline
      form={form}
      loadingLabel="Loading the template..."
      preview="service"
      actions={
        <>
          <Button type="submit" variant="primary" size="small" disabled={saving}>
            {saving && <ButtonSpinner />}
            Save Template
          </Button>
          <HistoryButton
            record={{ kind: "service", id: String(service.id) }}
            onRestored={onRestored}
          />
        </>
      }
    >
      <FormField
        label="Template"
        hint="Use HTML, CSS classes, and custom variables."
        notes={claimNotes(template)}
        error={form.errorOf("template")}
      >
        {(props) => (
          <TemplateField
            label="Template"
            value={template}
            readOnly={saving}
            onChange={(next) => form.set("template", next)}
          >
            <Textarea
              {...props}
              spellCheck={false}
              className="min-h-[400px] font-mono text-sm"
              // Changes made while saving would not be saved.
              readOnly={saving}
              {...form.fields.register("template")}
            />
          </TemplateField>
        )}
      </FormField>
    </RecordInline>
  );
  return (
    <Tabs
      label="Template"
      value={view}
      onChange={setView}
      tabs={[
        { value: "code", label: "HTML Code", panel: code },
        {
          value: "preview",
          label: "Preview",
          panel: <TemplatePreview service={service} template={template} />,
        },
      ]}
    />
  );
}

/** A template is sent together with the rest of its service. */
function withAllFields(values: { template: string }, service: Service | undefined) {
  return { ...(service && fieldsOf(service)), ...values };
}

import { useQuery } from "@tanstack/react-query";
import {
  type Dispatch,
  type FormEvent,
  type Ref,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from "react";
import { errorText, fieldError, storedIn } from "@/api/admin/client";
import { toServiceEdit, useSaveService } from "@/api/admin/services";
import { type Service, serviceQuery } from "@/api/services";
import { claimNotes } from "@/domain/admin/claims";
import { ButtonSpinner } from "@/ui/admin/button-spinner";
import { DraftPreview } from "@/ui/admin/draft-preview";
import { FormField } from "@/ui/admin/form-field";
import { useFreezeInputs } from "@/ui/admin/freeze-inputs";
import { Panel } from "@/ui/admin/panel";
import { QueryError } from "@/ui/admin/query-error";
import { RecordHistory } from "@/ui/admin/record-history";
import { useSaveShortcut } from "@/ui/admin/save-shortcut";
import { Select } from "@/ui/admin/select";
import { Tabs } from "@/ui/admin/tabs";
import { toastError } from "@/ui/admin/toasts";
import { useLeave } from "@/ui/admin/unsaved-changes";
import { useConflict } from "@/ui/admin/use-conflict";
import { useFocusRefused } from "@/ui/admin/use-focus-refused";
import { useWorkingCopy } from "@/ui/admin/working-copy";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";
import { Textarea } from "@/ui/textarea";
import { saveCallbacks } from "./save-callbacks";
import { TemplateField } from "./template-field";
import { TemplatePreview } from "./template-preview";

interface TemplateEditorProps {
  ref: Ref<HTMLElement>;
  /** Undefined while they load or could not be loaded. */
  services: Service[] | undefined;
  chosenId: string;
  onChoose: (id: string) => void;
  /** The unsaved template; null if nothing was changed. */
  draft: TemplateDraft | null;
  onDraft: Dispatch<SetStateAction<TemplateDraft | null>>;
  /** Is called when the person has agreed to lose the draft. */
  discarded: RefObject<() => void>;
}

export interface TemplateDraft {
  template: string;
  /** The service at the time of the first change. */
  original: Service;
}

/** A template and the stored service that it belongs to. */
interface Merged extends Record<string, unknown> {
  template: string;
  stored: Service;
}

/** Edits the template of a service's page. */
export function TemplateEditor({
  ref,
  services,
  chosenId,
  onChoose,
  draft,
  onDraft,
  discarded,
}: TemplateEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  useSaveShortcut(form);
  const [view, setView] = useState<"code" | "preview">("code");
  const save = useSaveService();
  const { leave } = useLeave("tab");
  useFreezeInputs(form, save.isPending);
  const { data: service, error, refetch } = useQuery(serviceQuery(chosenId));
  const template = draft?.template ?? service?.template ?? "";
  const copy = useWorkingCopy({
    kind: "template",
    id: service ? String(service.id) : undefined,
    basedOn: (draft?.original ?? service)?.updatedAt,
    title: service?.name ?? "",
    original: { template: (draft?.original ?? service)?.template ?? "" },
    values: { template },
    dirty: draft !== null,
    labels: { template: "Template" },
    onContinue: (typed, basedOn, began) => {
      if (!service) return;
      const original = { ...service, updatedAt: basedOn, template: began.template };
      onDraft({ template: typed.template, original });
    },
    onConflict: (versions) =>
      service && conflict.compare({ ...versions, theirs: withRecord(service) }),
  });
  discarded.current = copy.settle;
  // Only an error of this service: the last save may have been for another one.
  const failure = save.variables?.id === service?.id ? save.error : null;
  const refused = fieldError(failure)?.field === "template" ? fieldError(failure) : undefined;
  useFocusRefused(form, refused && failure);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    if (chosenId === "") {
      toastError("No service selected", "Please select a service to update its template.");
      return;
    }
    if (conflict.view) conflict.submit();
    else if (service) send(service, template, baseVersion(service, draft));
  };
  const send = (target: Service, text: string, basedOn: string): void => {
    const { onSuccess, onError } = saveCallbacks(() => {
      copy.settle();
      // The person may have opened another service's template meanwhile.
      onDraft((now) => (now?.original.id === target.id ? null : now));
    });
    save.mutate(
      { ...toServiceEdit(target), template: text, basedOn },
      {
        onSuccess,
        onError: (error) => {
          if (!conflict.resolves(storedIn<Service>(error))) onError();
        },
      },
    );
  };
  const conflict = useConflict({
    labels: { template: "Template" },
    valuesOf: withRecord,
    versions: () => ({
      base: { template: draft?.original.template ?? template } as Merged,
      mine: { template } as Merged,
    }),
    apply: ({ stored }, merged) => onDraft({ template: merged.template, original: stored }),
    save: (merged) => send(merged.stored, merged.template, merged.stored.updatedAt),
  });
  const { close } = conflict;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another service has no conflict yet
  useEffect(close, [chosenId]);

  const changeTemplate = (next: string) => {
    if (!service) return;
    const { original } = draft ?? { original: service };
    onDraft(next === service.template ? null : { template: next, original });
  };
  const code = (
    <div className="grid gap-4">
      {conflict.view ?? copy.offer}
      <div hidden={Boolean(conflict.view)}>
        <FormField
          label="Template"
          hint="Use HTML, CSS classes, and custom variables."
          notes={claimNotes(template)}
          error={refused?.message}
        >
          {(props) => (
            <TemplateField
              key={chosenId}
              label="Template"
              value={template}
              readOnly={save.isPending}
              onChange={changeTemplate}
            >
              <Textarea
                {...props}
                spellCheck={false}
                className="min-h-[400px] font-mono text-sm"
                // Changes made while saving would not be saved.
                readOnly={save.isPending}
                value={template}
                onChange={({ target }) => changeTemplate(target.value)}
              />
            </TemplateField>
          )}
        </FormField>
      </div>
      {!refused && errorText(failure, "") && (
        <p role="alert" className="text-bad">
          {errorText(failure, "")}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" size="small" disabled={save.isPending}>
          {save.isPending && <ButtonSpinner />}
          Save Template
        </Button>
        <RecordHistory
          record={{ kind: "service", id: chosenId }}
          leave={leave}
          onRestored={() => onDraft(null)}
        />
      </div>
      {service && (
        <DraftPreview draft={{ service: { id: service.id, template } }} dirty={draft !== null} />
      )}
    </div>
  );

  return (
    <Panel ref={ref} title="Service Detail Page Template Editor">
      <form ref={form} className="grid gap-5" onSubmit={submit}>
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
        {chosenId === "" && (
          <p className="text-soft">Select a service to edit its detail page template.</p>
        )}
        {chosenId !== "" && !service && !error && <Spinner label="Loading the template..." />}
        {error && <QueryError what="the template" error={error} onRetry={refetch} />}
        {service && (
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
        )}
      </form>
    </Panel>
  );
}

function withRecord(stored: Service): Merged {
  return { template: stored.template, stored };
}

/**
 * The version that the draft replaces. Saves that changed other fields of the service do not
 * conflict.
 */
function baseVersion(service: Service, draft: TemplateDraft | null): string {
  const replaced = draft !== null && draft.original.template !== service.template;
  return replaced ? draft.original.updatedAt : service.updatedAt;
}

import { useQuery } from "@tanstack/react-query";
import { MousePointerClick, Pencil, Plus } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import {
  adminContentQuery,
  type ContentEdit,
  type ContentItem,
  type Section,
} from "@/api/admin/content";
import { Panel } from "@/ui/admin/panel";
import { QueryError } from "@/ui/admin/query-error";
import { Tabs } from "@/ui/admin/tabs";
import { useUnsavedChanges } from "@/ui/admin/unsaved-changes";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";
import { ContentDialog } from "./content-dialog";
import { type ContentEditing, ContentEditingContext } from "./content-editing";
import { ContentTable } from "./content-table";
import { DeleteContentDialog } from "./delete-content-dialog";
import { VisualEditor } from "./visual-editor";

const none: ContentItem[] = [];

interface ContentPanelProps {
  /** The editor for services, rendered in the Services section. */
  serviceGallery: ReactNode;
}

/** The Site Content tab. */
export function ContentPanel({ serviceGallery }: ContentPanelProps) {
  const { data: items = none, isPending, error, refetch } = useQuery(adminContentQuery);
  const [view, setView] = useState<"visual" | "table">("visual");
  const [section, setSection] = useState<Section>("home");
  const [dialog, setDialog] = useState<{ item: ContentEdit; isNew: boolean } | null>(null);
  const [resetting, setResetting] = useState<ContentItem | null>(null);
  const [enabled, setEnabled] = useState(false);
  const [active, setActive] = useState<ContentEditing["active"]>(null);
  const discarded = useRef(() => {});
  const leaveInline = useUnsavedChanges(active !== null && active.draft !== null, {
    onDiscard: () => discarded.current(),
  });

  /** Closes the inline editor, after a confirmation if needed, and then runs a function. */
  const closeEditorThen = (then: () => void) =>
    leaveInline(() => {
      setActive(null);
      then();
    });
  const editing = useMemo<ContentEditing>(() => {
    const stored = (key: string) => items.find((item) => item.key === key);
    return {
      enabled,
      stored,
      active,
      open: (key) => leaveInline(() => setActive({ key, draft: null })),
      change: (text) =>
        setActive((current) => {
          if (!current || text === null) return current && { ...current, draft: null };
          const { original } = current.draft ?? { original: stored(current.key) };
          return { ...current, draft: { text, original } };
        }),
      rebase: (original, text) => setActive({ key: original.key, draft: { text, original } }),
      resume: (text, basedOn, began) =>
        setActive((current) => {
          const item = current && stored(current.key);
          const original = item && basedOn ? { ...item, updatedAt: basedOn, value: began } : item;
          return current && { ...current, draft: { text, original: original ?? undefined } };
        }),
      discarded,
      close: () => setActive(null),
      leave: (then = () => setActive(null)) => leaveInline(then),
      reset: setResetting,
    };
  }, [enabled, items, active, leaveInline]);
  const add = () =>
    setDialog({
      item: { key: "", section: view === "visual" ? section : "home", type: "text", value: "" },
      isNew: true,
    });

  const visual = (
    <VisualEditor
      section={section}
      onSection={(next) => closeEditorThen(() => setSection(next))}
      serviceGallery={serviceGallery}
      onAdd={add}
      onEdit={(item) => setDialog({ item, isNew: false })}
    />
  );
  return (
    <Panel
      title="Site Content"
      actions={
        <>
          <Button
            variant={enabled ? "primary" : "outline"}
            size="small"
            aria-pressed={enabled}
            onClick={() => closeEditorThen(() => setEnabled(!enabled))}
          >
            <Pencil aria-hidden className="size-4" />
            {enabled ? "Editing Mode On" : "Enable Editing"}
          </Button>
          <Button variant="primary" size="small" onClick={add}>
            <Plus aria-hidden className="size-5" />
            Add New Content
          </Button>
        </>
      }
    >
      {enabled && (
        <p
          role="status"
          className="mb-5 flex items-center gap-3 rounded-xl border border-primary bg-primary-tint p-3"
        >
          <MousePointerClick aria-hidden className="size-5 flex-none text-primary" />
          Click on text elements to edit them directly.
        </p>
      )}
      {isPending && <Spinner label="Loading site content..." />}
      {error && <QueryError what="the site content" error={error} onRetry={refetch} />}
      {!isPending && !error && (
        <ContentEditingContext value={editing}>
          <Tabs
            label="View"
            value={view}
            onChange={(next) => closeEditorThen(() => setView(next))}
            tabs={[
              { value: "visual", label: "Visual Editor", panel: visual },
              {
                value: "table",
                label: "Table View",
                panel: (
                  <ContentTable
                    items={items}
                    onDelete={setResetting}
                    onEdit={({ updatedAt, ...item }) =>
                      setDialog({ item: { ...item, basedOn: updatedAt }, isNew: false })
                    }
                  />
                ),
              },
            ]}
          />
        </ContentEditingContext>
      )}
      {resetting && <DeleteContentDialog item={resetting} onClose={() => setResetting(null)} />}
      {dialog && (
        <ContentDialog
          title={dialog.isNew ? "Add New Content" : "Edit Content"}
          item={dialog.item}
          takenKeys={items.map(({ key }) => key).filter((key) => key !== dialog.item.key)}
          onClose={() => setDialog(null)}
        />
      )}
    </Panel>
  );
}

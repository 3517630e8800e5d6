import { useQuery } from "@tanstack/react-query";
import { MousePointerClick, Pencil, Plus } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useSearch } from "wouter";
import { adminContentQuery, type ContentItem, sections } from "@/api/admin/content";
import { contentTemplates } from "@/domain/admin/content-templates";
import { useWantedCopy } from "@/editing/copies/working-copies";
import { Panel } from "@/ui/admin/panel";
import { QueryError } from "@/ui/admin/query-error";
import { Tabs } from "@/ui/admin/tabs";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";
import { ContentDialog, type ContentStart } from "./content-dialog";
import { type ContentEditing, ContentEditingContext } from "./content-editing";
import { ContentTable } from "./content-table";
import { DeleteContentDialog } from "./delete-content-dialog";
import { VisualEditor } from "./visual-editor";

const none: ContentItem[] = [];

interface OpenDialog {
  title: "Edit Content" | "Add New Content";
  item: ContentItem | undefined;
  start: ContentStart;
}

interface ContentPanelProps {
  /** The editor for services, rendered in the Services section. */
  serviceGallery: ReactNode;
}

/** The Site Content tab. */
export function ContentPanel({ serviceGallery }: ContentPanelProps) {
  const { data: items = none, isPending, error, refetch } = useQuery(adminContentQuery);
  const [view, setView] = useState<"visual" | "table">("visual");
  const part = new URLSearchParams(useSearch()).get("part");
  const [section, setSection] = useState(sections.find((name) => name === part) ?? "home");
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [resetting, setResetting] = useState<ContentItem | null>(null);
  const [enabled, setEnabled] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const editing = useMemo<ContentEditing>(
    () => ({
      enabled,
      stored: (key) => items.find((item) => item.key === key),
      active,
      open: setActive,
      close: () => setActive(null),
      reset: setResetting,
    }),
    [enabled, items, active],
  );
  const edit = (item: ContentItem | undefined, start: ContentStart) =>
    setDialog({ title: "Edit Content", item, start });
  const add = () =>
    setDialog({
      title: "Add New Content",
      item: undefined,
      start: { key: "", section: view === "visual" ? section : "home", type: "text", value: "" },
    });
  useWantedCopy("service", () => setSection("services"));
  useWantedCopy("content", (id) => {
    const [, key] = /^text-(.+)/.exec(id) ?? [];
    const template = contentTemplates.find((candidate) => candidate.key === key);
    const item = items.find((candidate) => String(candidate.id) === id);
    if (template) {
      setView("visual");
      setSection(template.section);
      setEnabled(true);
      setActive(template.key);
    } else if (item) edit(item, item);
    else add();
  });

  const visual = (
    <VisualEditor
      section={section}
      onSection={(next) => {
        setActive(null);
        setSection(next);
      }}
      serviceGallery={serviceGallery}
      onAdd={add}
      onEdit={edit}
    />
  );
  return (
    <Panel
      title="Site Content"
      help="The words and pictures of your pages. Turn on editing and tap a text to change it. In the table, a key is the fixed name of one text or picture, such as hero_title, and its section is the page that shows it."
      actions={
        <>
          <Button
            variant={enabled ? "primary" : "outline"}
            size="small"
            aria-pressed={enabled}
            onClick={() => {
              setActive(null);
              setEnabled(!enabled);
            }}
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
            onChange={(next) => {
              setActive(null);
              setView(next);
            }}
            tabs={[
              { value: "visual", label: "Visual Editor", panel: visual },
              {
                value: "table",
                label: "Table View",
                panel: (
                  <ContentTable
                    items={items}
                    onDelete={setResetting}
                    onEdit={(item) => edit(item, item)}
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
          {...dialog}
          takenKeys={items.map(({ key }) => key).filter((key) => key !== dialog.start.key)}
          onClose={() => setDialog(null)}
        />
      )}
    </Panel>
  );
}

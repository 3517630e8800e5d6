import { type Editor, useEditorState } from "@tiptap/react";
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Table,
  Undo2,
} from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Button } from "@/ui/button";
import { Input } from "../input";
import { PictureTools, ToolButton, Toolbar } from "../toolbar";
import { insertTable } from "./table";
import { TableTools } from "./table-tools";

/** The buttons of the visual editor. */
export function RichTextToolbar({ editor }: { editor: Editor }) {
  const [linking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive("bold"),
      italic: current.isActive("italic"),
      link: current.isActive("link"),
      heading: current.isActive("heading", { level: 2 }),
      subheading: current.isActive("heading", { level: 3 }),
      list: current.isActive("bulletList"),
      numbers: current.isActive("orderedList"),
      quote: current.isActive("blockquote"),
      table: current.isActive("table"),
    }),
  });
  const edit = () => editor.chain().focus();
  return (
    <>
      <Toolbar label="Formatting">
        <ToolButton
          label="Bold"
          icon={<Bold aria-hidden />}
          shortcut="Control+B"
          aria-pressed={active.bold}
          onClick={() => edit().toggleBold().run()}
        />
        <ToolButton
          label="Italic"
          icon={<Italic aria-hidden />}
          shortcut="Control+I"
          aria-pressed={active.italic}
          onClick={() => edit().toggleItalic().run()}
        />
        <ToolButton
          label="Link"
          icon={<Link aria-hidden />}
          aria-pressed={active.link}
          onClick={() => setLinking(!linking)}
        />
        <ToolButton
          label="Heading"
          icon={<Heading2 aria-hidden />}
          aria-pressed={active.heading}
          onClick={() => edit().toggleHeading({ level: 2 }).run()}
        />
        <ToolButton
          label="Subheading"
          icon={<Heading3 aria-hidden />}
          aria-pressed={active.subheading}
          onClick={() => edit().toggleHeading({ level: 3 }).run()}
        />
        <ToolButton
          label="List"
          icon={<List aria-hidden />}
          aria-pressed={active.list}
          onClick={() => edit().toggleBulletList().run()}
        />
        <ToolButton
          label="Numbered list"
          icon={<ListOrdered aria-hidden />}
          aria-pressed={active.numbers}
          onClick={() => edit().toggleOrderedList().run()}
        />
        <ToolButton
          label="Quote"
          icon={<Quote aria-hidden />}
          aria-pressed={active.quote}
          onClick={() => edit().toggleBlockquote().run()}
        />
        <ToolButton
          label="Table"
          icon={<Table aria-hidden />}
          aria-pressed={active.table}
          // Inside a table there are its own tools.
          disabled={active.table}
          onClick={() => insertTable(editor)}
        />
        <PictureTools
          onPick={(src) =>
            edit()
              .insertContent({ type: "image", attrs: { src, alt: "" } })
              .run()
          }
        />
        <ToolButton
          label="Undo"
          icon={<Undo2 aria-hidden />}
          shortcut="Control+Z"
          onClick={() => edit().undo().run()}
        />
        <ToolButton
          label="Redo"
          icon={<Redo2 aria-hidden />}
          shortcut="Control+Shift+Z"
          onClick={() => edit().redo().run()}
        />
        {active.table && <TableTools editor={editor} />}
      </Toolbar>
      {linking && <LinkForm editor={editor} onClose={() => setLinking(false)} />}
    </>
  );
}

function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const current: unknown = editor.getAttributes("link").href;
  const [href, setHref] = useState(typeof current === "string" ? current : "https://");
  const target = () => editor.chain().focus().extendMarkRange("link");
  const apply = () => {
    onClose();
    const url = href.trim();
    if (url === "" || url === "https://") target().unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive("link")) {
      const marks = [{ type: "link", attrs: { href: url } }];
      editor.chain().focus().insertContent({ type: "text", text: url, marks }).run();
    } else target().setLink({ href: url }).run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Neither the form nor the dialog around it is meant.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") apply();
    else {
      onClose();
      editor.commands.focus();
    }
  };
  return (
    <div className="flex flex-wrap gap-2 border-edge border-x-2 bg-sunken p-2">
      <Input
        aria-label="Link URL"
        autoFocus
        inputMode="url"
        autoCapitalize="none"
        className="w-auto min-w-40 flex-1"
        value={href}
        onChange={({ target: { value } }) => setHref(value)}
        onKeyDown={onKeyDown}
      />
      <Button variant="primary" size="small" onClick={apply}>
        Set Link
      </Button>
      {editor.isActive("link") && (
        <Button
          variant="outline"
          size="small"
          onClick={() => {
            onClose();
            target().unsetLink().run();
          }}
        >
          Remove Link
        </Button>
      )}
    </div>
  );
}

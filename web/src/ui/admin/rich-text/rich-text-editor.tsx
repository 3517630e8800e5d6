import { EditorContent, useEditor } from "@tiptap/react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import "@/styles/rich-text.css";
import type { Required } from "../required-field";
import { cleanPastedHtml } from "./clean-pasted-html";
import { extensions } from "./extensions";
import { openHtml, tidyHtml } from "./known-markup";
import { RichTextToolbar } from "./rich-text-toolbar";

interface RichTextEditorProps {
  label: string;
  html: string;
  onHtml: (html: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  required?: Required | undefined;
  /** The editor of the source, for HTML that cannot be edited visually. */
  source: ReactNode;
}

/** Edits HTML visually if that changes nothing else in it. */
export function RichTextEditor({ html, source, ...props }: RichTextEditorProps) {
  // What this editor wrote itself, or what was there when it was opened.
  const [known, setKnown] = useState(() => ({ html, opened: openHtml(html) }));
  const [version, setVersion] = useState(0);
  if (html !== known.html) {
    // Something else has changed the text, for example the source editor or a discarded edit.
    setKnown({ html, opened: openHtml(html) });
    setVersion(version + 1);
  }
  const { opened } = known;
  if ("lost" in opened) {
    return (
      <>
        {source}
        <p role="status" className="mt-1.5 text-sm">
          The visual editor does not know {listed(opened.lost)}, so this text is edited as HTML.
        </p>
      </>
    );
  }
  return (
    <VisualEditor
      key={version}
      {...props}
      html={opened.html}
      isEmpty={html.trim() === ""}
      onHtml={(next) => {
        setKnown({ html: next, opened });
        props.onHtml(next);
      }}
    />
  );
}

interface VisualEditorProps extends Omit<RichTextEditorProps, "source"> {
  isEmpty: boolean;
}

function VisualEditor({ label, html, isEmpty, onHtml, onKeyDown, required }: VisualEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const isBusy = () => box.current?.closest("form")?.getAttribute("aria-busy") === "true";
  const editor = useEditor({
    // Created while rendering, it would be destroyed if React takes longer than 1 ms to mount it.
    immediatelyRender: false,
    extensions,
    content: html,
    // The content security policy forbids style elements; the rules are in rich-text.css.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        class: "prose rich-text",
      },
      transformPastedHTML: cleanPastedHtml,
      // While the form is being saved, nothing may change.
      handleKeyDown: isBusy,
      handlePaste: (_, event) => isBusy() || isFilesOnly(event.clipboardData),
      handleDrop: (_, event) => isBusy() || isFilesOnly(event.dataTransfer),
    },
    onUpdate: ({ editor: changed }) => onHtml(tidyHtml(changed.getHTML())),
  });
  useEffect(() => {
    if (!editor) return;
    // The switch to this editor or what opened it had the focus; people want to write next.
    const { activeElement, body } = document;
    if (activeElement === body || activeElement?.closest("[role=group]")) {
      editor.commands.focus("end");
    }
  }, [editor]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of the text box inside
    <div ref={box} className="relative" onKeyDown={onKeyDown}>
      {editor && <RichTextToolbar editor={editor} />}
      <EditorContent editor={editor} />
      {required && isEmpty && (
        // The browser validates only its own controls, and says what is wrong beside them.
        <textarea
          {...required}
          required
          aria-hidden="true"
          tabIndex={-1}
          className="pointer-events-none absolute right-0 bottom-0 left-0 h-px resize-none opacity-0"
          // Not by a command, which waits for the next frame: the key belongs to the editor already.
          onKeyDown={(event) => event.key !== "Tab" && editor?.view.dom.focus()}
        />
      )}
    </div>
  );
}

/** Files have no place in HTML; the toolbar uploads pictures. */
function isFilesOnly(data: DataTransfer | null): boolean {
  return data !== null && data.files.length > 0 && data.getData("text/html") === "";
}

function listed(parts: string[]): string {
  const shown = parts.slice(0, 4);
  if (parts.length > shown.length) shown.push("others");
  return new Intl.ListFormat("en").format(shown);
}

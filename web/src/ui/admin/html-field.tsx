import type { KeyboardEvent, ReactNode } from "react";
import { useEditorChoice } from "./editor-choice";
import { lazyPart } from "./lazy-part";
import type { Required } from "./required-field";
import { Segmented } from "./segmented";

// Lazy, because the editor is large.
const RichTextEditor = lazyPart(
  async () => (await import("./rich-text/rich-text-editor")).RichTextEditor,
  { label: "Loading the editor..." },
);

interface HtmlFieldProps {
  /** The accessible name, which the text box has too. */
  label: string;
  /** Whether the text is HTML; otherwise there is the text box only. */
  enabled?: boolean;
  html: string;
  onHtml: (html: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Makes the browser refuse an empty text, as the text box does. */
  required?: Required;
  /** The text box for the source. */
  children: ReactNode;
}

/** Edits HTML as source or visually, as the person chose last. */
export function HtmlField({
  label,
  enabled = true,
  html,
  onHtml,
  onKeyDown,
  required,
  children,
}: HtmlFieldProps) {
  const [editor, setEditor] = useEditorChoice("html");
  if (!enabled) return children;
  return (
    <div>
      <Segmented
        label="Editor"
        value={editor}
        onChange={setEditor}
        options={[
          { value: "plain", label: "HTML" },
          { value: "rich", label: "Visual" },
        ]}
      />
      {editor === "rich" ? (
        <RichTextEditor
          label={label}
          html={html}
          onHtml={onHtml}
          onKeyDown={onKeyDown}
          required={required}
          source={children}
        />
      ) : (
        children
      )}
    </div>
  );
}

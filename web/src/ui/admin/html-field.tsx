import { type KeyboardEvent, lazy, type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "../error-boundary";
import { Spinner } from "../spinner";
import { ChunkError } from "./chunk-error";
import { useEditorChoice } from "./editor-choice";
import { Segmented } from "./segmented";

// Lazy, because the editor is large.
const RichTextEditor = lazy(async () => ({
  default: (await import("./rich-text/rich-text-editor")).RichTextEditor,
}));

interface HtmlFieldProps {
  /** The accessible name, which the text box has too. */
  label: string;
  /** Whether the text is HTML; otherwise there is the text box only. */
  enabled?: boolean;
  html: string;
  onHtml: (html: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
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
        <ErrorBoundary fallback={<ChunkError />}>
          <Suspense fallback={<Spinner label="Loading the editor..." />}>
            <RichTextEditor
              label={label}
              html={html}
              onHtml={onHtml}
              onKeyDown={onKeyDown}
              source={children}
            />
          </Suspense>
        </ErrorBoundary>
      ) : (
        children
      )}
    </div>
  );
}

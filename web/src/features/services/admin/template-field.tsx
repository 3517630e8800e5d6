import { lazy, type ReactNode, Suspense } from "react";
import { ChunkError } from "@/ui/admin/chunk-error";
import { useEditorChoice } from "@/ui/admin/editor-choice";
import { Segmented } from "@/ui/admin/segmented";
import { ErrorBoundary } from "@/ui/error-boundary";
import { Spinner } from "@/ui/spinner";

// Lazy, because the code editor is large.
const TemplateCode = lazy(async () => ({
  default: (await import("./template-code")).TemplateCode,
}));

interface TemplateFieldProps {
  label: string;
  value: string;
  readOnly: boolean;
  onChange: (value: string) => void;
  /** The text box. */
  children: ReactNode;
}

/** Edits a template in a text box or in a code editor, as the person chose last. */
export function TemplateField({ children, ...code }: TemplateFieldProps) {
  const [editor, setEditor] = useEditorChoice("template");
  return (
    <div>
      <Segmented
        label="Editor"
        value={editor}
        onChange={setEditor}
        options={[
          { value: "plain", label: "Text box" },
          { value: "rich", label: "Code editor" },
        ]}
      />
      {editor === "rich" ? (
        <ErrorBoundary fallback={<ChunkError />}>
          <Suspense fallback={<Spinner label="Loading the editor..." />}>
            <TemplateCode {...code} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        children
      )}
    </div>
  );
}

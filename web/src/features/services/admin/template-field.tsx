import type { ReactNode } from "react";
import { useEditorChoice } from "@/ui/admin/editor-choice";
import { lazyPart } from "@/ui/admin/lazy-part";
import { Segmented } from "@/ui/admin/segmented";

// Lazy, because the code editor is large.
const TemplateCode = lazyPart(async () => (await import("./template-code")).TemplateCode, {
  label: "Loading the editor...",
});

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
      {editor === "rich" ? <TemplateCode {...code} /> : children}
    </div>
  );
}

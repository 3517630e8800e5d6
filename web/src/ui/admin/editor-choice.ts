import { useState } from "react";

/** The plain editor is the text box; the rich one is loaded when somebody wants it. */
type Editor = "plain" | "rich";

/** The editor that a person uses for a kind of text. The browser remembers it. */
export function useEditorChoice(kind: string): [Editor, (editor: Editor) => void] {
  const key = `perimeter-editor-${kind}`;
  const [editor, setEditor] = useState<Editor>(() =>
    localStorage.getItem(key) === "rich" ? "rich" : "plain",
  );
  return [
    editor,
    (next) => {
      localStorage.setItem(key, next);
      setEditor(next);
    },
  ];
}

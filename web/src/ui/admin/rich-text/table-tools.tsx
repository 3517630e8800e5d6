import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
} from "@tiptap/pm/tables";
import type { Editor } from "@tiptap/react";
import { TextTool } from "../toolbar";
import { runInTable } from "./table";

const tools = [
  { label: "Add row", command: addRowAfter },
  { label: "Add column", command: addColumnAfter },
  { label: "Delete row", command: deleteRow },
  { label: "Delete column", command: deleteColumn },
  { label: "Delete table", command: deleteTable },
];

/** What can be done to the table that the cursor is in. */
export function TableTools({ editor }: { editor: Editor }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be disabled with the form
    <div
      role="group"
      aria-label="Table"
      className="mt-1 flex w-full flex-wrap gap-x-1 border-line border-t pt-1"
    >
      {tools.map(({ label, command }) => (
        <TextTool
          key={label}
          onClick={() => {
            editor.commands.focus();
            runInTable(editor, command);
          }}
        >
          {label}
        </TextTool>
      ))}
    </div>
  );
}

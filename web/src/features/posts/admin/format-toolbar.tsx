import { Bold, Heading2, Italic, Link, List, Redo2, Table, Undo2 } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { PictureTools, ToolButton, Toolbar } from "@/ui/admin/toolbar";
import { command } from "./apply-edit";
import {
  insertLink,
  insertTable,
  type TextEdit,
  type TextSelection,
  toggleHeading,
  toggleList,
  toggleMark,
} from "./text-edit";

type Edit = (selection: TextSelection) => TextEdit;

interface Tool {
  label: string;
  icon: ReactNode;
  edit: Edit;
  /** A key with Ctrl or Cmd. */
  shortcut?: { code: string; shift?: boolean; shown: string };
}

const tools: Tool[] = [
  {
    label: "Bold",
    icon: <Bold aria-hidden />,
    edit: (selection) => toggleMark(selection, "**", "bold text"),
    shortcut: { code: "KeyB", shown: "B" },
  },
  {
    label: "Italic",
    icon: <Italic aria-hidden />,
    edit: (selection) => toggleMark(selection, "*", "italic text"),
    shortcut: { code: "KeyI", shown: "I" },
  },
  {
    label: "Link",
    icon: <Link aria-hidden />,
    edit: insertLink,
    shortcut: { code: "KeyK", shown: "K" },
  },
  {
    label: "Heading",
    icon: <Heading2 aria-hidden />,
    edit: toggleHeading,
    shortcut: { code: "KeyH", shift: true, shown: "H" },
  },
  {
    label: "List",
    icon: <List aria-hidden />,
    edit: toggleList,
    shortcut: { code: "Digit8", shift: true, shown: "8" },
  },
  { label: "Table", icon: <Table aria-hidden />, edit: insertTable },
];

interface FormatToolbarProps {
  onEdit: (edit: Edit) => void;
  /** Gives the text box the focus again. */
  onFocusText: () => void;
  onPicture: (url: string) => void;
}

/** Buttons that edit the text of a post. */
export function FormatToolbar({ onEdit, onFocusText, onPicture }: FormatToolbarProps) {
  const history = (name: "undo" | "redo") => {
    onFocusText();
    command(name);
  };
  return (
    <Toolbar label="Formatting">
      {tools.map(({ label, icon, edit, shortcut }) => (
        <ToolButton
          key={label}
          label={label}
          icon={icon}
          shortcut={shortcut && `Control+${shortcut.shift ? "Shift+" : ""}${shortcut.shown}`}
          onClick={() => onEdit(edit)}
        />
      ))}
      <PictureTools onPick={onPicture} />
      <ToolButton
        label="Undo"
        icon={<Undo2 aria-hidden />}
        shortcut="Control+Z"
        onClick={() => history("undo")}
      />
      <ToolButton
        label="Redo"
        icon={<Redo2 aria-hidden />}
        shortcut="Control+Shift+Z"
        onClick={() => history("redo")}
      />
    </Toolbar>
  );
}

/** The edit that a key press in the text asks for. */
export function editOfKey(event: KeyboardEvent): Edit | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  return tools.find(
    ({ shortcut }) => shortcut?.code === event.code && (shortcut.shift ?? false) === event.shiftKey,
  )?.edit;
}

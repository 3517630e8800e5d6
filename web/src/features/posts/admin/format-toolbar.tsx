import {
  Bold,
  Heading2,
  ImagePlus,
  Images,
  Italic,
  Link,
  List,
  Redo2,
  Table,
  Undo2,
  Upload,
} from "lucide-react";
import { DropdownMenu, Toolbar } from "radix-ui";
import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { Tooltip } from "@/ui/admin/tooltip";
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
  onChoosePicture: () => void;
  onUploadPicture: () => void;
}

/** Buttons that edit the text of a post. Arrow keys move between them. */
export function FormatToolbar({
  onEdit,
  onFocusText,
  onChoosePicture,
  onUploadPicture,
}: FormatToolbarProps) {
  const history = (name: "undo" | "redo") => {
    onFocusText();
    command(name);
  };
  return (
    <Toolbar.Root
      aria-label="Formatting"
      className="flex flex-wrap rounded-t-xl border-2 border-edge border-b-0 bg-sunken p-1"
    >
      {tools.map(({ label, icon, edit, shortcut }) => (
        <ToolButton
          key={label}
          label={label}
          shortcut={shortcut && `Control+${shortcut.shift ? "Shift+" : ""}${shortcut.shown}`}
          onClick={() => onEdit(edit)}
        >
          {icon}
        </ToolButton>
      ))}
      <PictureMenu onChoose={onChoosePicture} onUpload={onUploadPicture} />
      <ToolButton label="Undo" shortcut="Control+Z" onClick={() => history("undo")}>
        <Undo2 aria-hidden />
      </ToolButton>
      <ToolButton label="Redo" shortcut="Control+Shift+Z" onClick={() => history("redo")}>
        <Redo2 aria-hidden />
      </ToolButton>
    </Toolbar.Root>
  );
}

/** The edit that a key press in the text asks for. */
export function editOfKey(event: KeyboardEvent): Edit | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  return tools.find(
    ({ shortcut }) => shortcut?.code === event.code && (shortcut.shift ?? false) === event.shiftKey,
  )?.edit;
}

interface ToolButtonProps extends ComponentProps<typeof Toolbar.Button> {
  label: string;
  /** As in aria-keyshortcuts. */
  shortcut?: string;
}

function ToolButton({ label, shortcut, ...props }: ToolButtonProps) {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const keys = isMac ? shortcut?.replace("Control", "Cmd") : shortcut?.replace("Control", "Ctrl");
  return (
    <Tooltip text={keys ? `${label} (${keys})` : label}>
      <Toolbar.Button
        type="button"
        aria-label={label}
        aria-keyshortcuts={isMac ? shortcut?.replace("Control", "Meta") : shortcut}
        className="icon-button text-ink [&_svg]:size-5"
        // The text keeps the focus, so that a phone's keyboard stays open.
        onMouseDown={(event) => event.preventDefault()}
        {...props}
      />
    </Tooltip>
  );
}

const itemClass =
  "flex min-h-11 cursor-default items-center gap-2.5 rounded-lg px-3 outline-none data-highlighted:bg-sunken";

function PictureMenu({ onChoose, onUpload }: { onChoose: () => void; onUpload: () => void }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <ToolButton label="Picture">
          <ImagePlus aria-hidden />
        </ToolButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          className="z-70 min-w-48 rounded-xl border border-line bg-surface p-1 shadow-lg"
          // The dialog that opens next takes the focus; afterwards the text gets it.
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <DropdownMenu.Item className={itemClass} onSelect={onChoose}>
            <Images aria-hidden className="size-5" />
            From the library
          </DropdownMenu.Item>
          <DropdownMenu.Item className={itemClass} onSelect={onUpload}>
            <Upload aria-hidden className="size-5" />
            From this device
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

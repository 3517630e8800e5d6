import { ImagePlus, Images, Upload } from "lucide-react";
import { DropdownMenu, Toolbar as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { useImagePicker, usePicked } from "./image-picker";
import { Tooltip } from "./tooltip";

/** Buttons on top of a text editor. Arrow keys move between them. */
export function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Radix.Root
      aria-label={label}
      className="flex flex-wrap rounded-t-xl border-2 border-edge border-b-0 bg-sunken p-1"
    >
      {children}
    </Radix.Root>
  );
}

interface ToolButtonProps extends ComponentProps<typeof Radix.Button> {
  label: string;
  icon: ReactNode;
  /** As in aria-keyshortcuts, with Control. */
  shortcut?: string;
}

export function ToolButton({ label, icon, shortcut, ...props }: ToolButtonProps) {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const keys = shortcut?.replace("Control", isMac ? "Cmd" : "Ctrl");
  return (
    <Tooltip text={keys ? `${label} (${keys})` : label}>
      <Radix.Button
        type="button"
        aria-label={label}
        aria-keyshortcuts={isMac ? shortcut?.replace("Control", "Meta") : shortcut}
        className="icon-button text-ink aria-pressed:bg-primary-tint aria-pressed:text-primary [&_svg]:size-5"
        // The text keeps the focus, so that a phone's keyboard stays open.
        onMouseDown={(event) => event.preventDefault()}
        {...props}
      >
        {icon}
      </Radix.Button>
    </Tooltip>
  );
}

const itemClass =
  "flex min-h-11 cursor-default items-center gap-2.5 rounded-lg px-3 outline-none data-highlighted:bg-sunken";

/** Inserts a picture from the library or from the device. */
export function PictureTool({ onPick }: { onPick: (url: string) => void }) {
  const picker = useImagePicker();
  const insert = usePicked(onPick);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <ToolButton label="Picture" icon={<ImagePlus aria-hidden />} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          className="z-70 min-w-48 rounded-xl border border-line bg-surface p-1 text-ink shadow-lg"
        >
          <DropdownMenu.Item className={itemClass} onSelect={() => picker.choose(insert)}>
            <Images aria-hidden className="size-5" />
            From the library
          </DropdownMenu.Item>
          <DropdownMenu.Item className={itemClass} onSelect={() => picker.upload(insert)}>
            <Upload aria-hidden className="size-5" />
            From this device
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

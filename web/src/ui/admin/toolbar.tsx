import { ImagePlus, Images } from "lucide-react";
import { Toolbar as Radix } from "radix-ui";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { PictureInput, useImagePicker, usePicked } from "./image-picker";
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

const toolClass =
  "icon-button text-ink aria-pressed:bg-primary-tint aria-pressed:text-primary [&_svg]:size-5";

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
        className={toolClass}
        // The text keeps the focus, so that a phone's keyboard stays open.
        onMouseDown={(event) => event.preventDefault()}
        {...props}
      >
        {icon}
      </Radix.Button>
    </Tooltip>
  );
}

/** A tool whose name is shown. */
export function TextTool(props: ComponentProps<typeof Radix.Button>) {
  return (
    <Radix.Button
      type="button"
      className="min-h-11 rounded-lg px-2.5 text-ink text-sm hover:bg-ink/5"
      onMouseDown={(event) => event.preventDefault()}
      {...props}
    />
  );
}

/** Insert a picture: from the device, whose picker opens at once, or from the library. */
export function PictureTools({ onPick }: { onPick: (url: string) => void }) {
  const picker = useImagePicker();
  const insert = usePicked(onPick);
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <ToolButton
        label="Picture"
        icon={<ImagePlus aria-hidden />}
        onClick={() => file.current?.click()}
      />
      <PictureInput ref={file} onPick={insert} />
      <ToolButton
        label="Picture from the library"
        icon={<Images aria-hidden />}
        onClick={() => picker.choose(insert)}
      />
    </>
  );
}

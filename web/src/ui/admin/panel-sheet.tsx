import type { ComponentType, ReactNode } from "react";
import { lazyPart } from "./lazy-part";
import { Sheet } from "./sheet";
import { usePanel } from "./use-panel";

interface LazyPanelProps {
  /** Its name in the URL. */
  name: string;
  /** Renders a PanelSheet with lazy code. */
  children: ReactNode;
}

/** Renders its children while the panel is open. */
export function LazyPanel({ name, children }: LazyPanelProps) {
  const { panel } = usePanel();
  return panel?.name === name ? children : null;
}

/** A sheet whose code is loaded when it is opened. */
export function lazySheet<P extends object>(title: string, load: () => Promise<ComponentType<P>>) {
  return lazyPart(load, {
    frame: (content) => <PanelSheet title={title}>{content}</PanelSheet>,
  });
}

interface PanelSheetProps {
  title: string;
  wide?: boolean;
  actions?: ReactNode;
  /** Two or three sentences about it in plain words. */
  help?: string;
  children: ReactNode;
}

/** A sheet with its own URL. */
export function PanelSheet({ title, wide, actions, help, children }: PanelSheetProps) {
  const { close } = usePanel();
  return (
    <Sheet title={title} wide={wide} actions={actions} help={help} onClose={close}>
      {children}
    </Sheet>
  );
}

import { type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "@/ui/error-boundary";
import { ChunkError } from "./chunk-error";
import { Sheet } from "./sheet";
import { ScopeContext } from "./unsaved-changes";
import { usePanel } from "./use-panel";

interface LazyPanelProps {
  /** Its name in the URL. */
  name: string;
  title: string;
  /** Renders a PanelSheet with lazy code. */
  children: ReactNode;
}

/** Renders its children while the panel is open. */
export function LazyPanel({ name, title, children }: LazyPanelProps) {
  const { panel } = usePanel();
  if (panel?.name !== name) return null;
  return (
    <ErrorBoundary
      fallback={
        <PanelSheet title={title}>
          <ChunkError />
        </PanelSheet>
      }
    >
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}

interface PanelSheetProps {
  title: string;
  wide?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** A sheet with its own URL. */
export function PanelSheet({ title, wide, actions, children }: PanelSheetProps) {
  const { close } = usePanel();
  return (
    <ScopeContext value="panel">
      <Sheet title={title} wide={wide} actions={actions} onClose={close}>
        {children}
      </Sheet>
    </ScopeContext>
  );
}

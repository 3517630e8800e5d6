import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from "react";
import { AlertDialog } from "./alert-dialog";

/** What has to be left for something unsaved to be lost. */
type Scope = "tab" | "admin";

interface Guard {
  /** The forms that hold something unsaved. */
  unsaved: Map<object, Scope>;
  /** Runs leave once the person agrees to lose what is unsaved. */
  ask: (leave: () => void) => void;
}

const GuardContext = createContext<Guard | null>(null);

/** Asks before what somebody typed is lost, inside the page and when the page itself is left. */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const [leaving, setLeaving] = useState<{ leave: () => void } | null>(null);
  const guard = useMemo<Guard>(
    () => ({ unsaved: new Map(), ask: (leave) => setLeaving({ leave }) }),
    [],
  );
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (guard.unsaved.size > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", onBeforeUnload);
    return () => window.removeEventListener("beforeunload", onBeforeUnload);
  }, [guard]);
  return (
    <GuardContext value={guard}>
      {children}
      {leaving && (
        <AlertDialog
          title="Discard unsaved changes?"
          cancelLabel="Keep Editing"
          confirmLabel="Discard Changes"
          onCancel={() => setLeaving(null)}
          onConfirm={() => {
            setLeaving(null);
            leaving.leave();
          }}
        >
          What you have typed here is not saved yet.
        </AlertDialog>
      )}
    </GuardContext>
  );
}

type Leave = (leave: () => void) => void;

/**
 * Says whether a form holds something unsaved, and where one must stay for it to be kept; returns
 * how to leave that form.
 */
export function useUnsavedChanges(dirty: boolean, scope: Scope = "tab"): Leave {
  const guard = use(GuardContext);
  const [form] = useState(() => ({}));
  useEffect(() => {
    if (!dirty || !guard) return;
    guard.unsaved.set(form, scope);
    return () => {
      guard.unsaved.delete(form);
    };
  }, [dirty, guard, form, scope]);
  return useCallback(
    (leave) => {
      if (dirty && guard) guard.ask(leave);
      else leave();
    },
    [dirty, guard],
  );
}

/** How to leave the tab, and whether that would lose something. */
export function useLeaveTab(): { leave: Leave; isUnsaved: () => boolean } {
  const guard = use(GuardContext);
  return useMemo(() => {
    const inTab = () =>
      [...(guard?.unsaved ?? [])].flatMap(([form, scope]) => (scope === "tab" ? [form] : []));
    return {
      isUnsaved: () => inTab().length > 0,
      leave: (leave) => {
        if (!guard || inTab().length === 0) {
          leave();
          return;
        }
        guard.ask(() => {
          for (const form of inTab()) guard.unsaved.delete(form);
          leave();
        });
      },
    };
  }, [guard]);
}

/**
 * How to leave the back office. Everything stays guarded, because that may yet fail, until one lets
 * go of it.
 */
export function useLeaveAdmin(): { leave: Leave; discardAll: () => void } {
  const guard = use(GuardContext);
  return useMemo(
    () => ({
      leave: (leave) => {
        if (guard && guard.unsaved.size > 0) guard.ask(leave);
        else leave();
      },
      discardAll: () => guard?.unsaved.clear(),
    }),
    [guard],
  );
}

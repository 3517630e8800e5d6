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

/** How long unsaved changes are kept: until the tab or the whole back office is left. */
type Scope = "tab" | "admin";

interface Guard {
  /** The forms with unsaved changes. */
  unsaved: Map<object, Scope>;
  /** Runs `leave` after a confirmation. */
  ask: (leave: () => void) => void;
}

const GuardContext = createContext<Guard | null>(null);

/**
 * Asks for confirmation before unsaved changes are lost, by navigation inside the page or by
 * leaving it.
 */
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
 * Registers whether a form has unsaved changes. Returns a function that leaves the form, after a
 * confirmation if needed.
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

/** Functions to leave the tab and to check it for unsaved changes. */
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
 * Functions to leave the back office. Changes stay guarded until discardAll, because logging out
 * can fail.
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

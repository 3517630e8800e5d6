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

interface Guard {
  /** The forms that hold something unsaved. */
  unsaved: Set<object>;
  /** Runs leave once the person agrees to lose what is unsaved. */
  ask: (leave: () => void) => void;
}

const GuardContext = createContext<Guard | null>(null);

/** Asks before what somebody typed is lost, inside the page and when the page itself is left. */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const [leaving, setLeaving] = useState<{ leave: () => void } | null>(null);
  const guard = useMemo<Guard>(
    () => ({ unsaved: new Set(), ask: (leave) => setLeaving({ leave }) }),
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

/** Says whether a form holds something unsaved; returns how to leave that form. */
export function useUnsavedChanges(dirty: boolean): Leave {
  const guard = use(GuardContext);
  const [form] = useState(() => ({}));
  useEffect(() => {
    if (!dirty || !guard) return;
    guard.unsaved.add(form);
    return () => {
      guard.unsaved.delete(form);
    };
  }, [dirty, guard, form]);
  return useCallback(
    (leave) => {
      if (dirty && guard) guard.ask(leave);
      else leave();
    },
    [dirty, guard],
  );
}

/** How to leave everything that is on the screen. */
export function useLeavingAll(): { leave: Leave; isUnsaved: () => boolean } {
  const guard = use(GuardContext);
  return useMemo(
    () => ({
      isUnsaved: () => guard !== null && guard.unsaved.size > 0,
      leave: (leave) => {
        if (!guard || guard.unsaved.size === 0) {
          leave();
          return;
        }
        guard.ask(() => {
          guard.unsaved.clear();
          leave();
        });
      },
    }),
    [guard],
  );
}

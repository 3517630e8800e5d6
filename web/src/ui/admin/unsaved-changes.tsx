import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { AlertDialog } from "./alert-dialog";

/** How long unsaved changes are kept: until the tab, the panel or the whole back office is left. */
type Scope = "tab" | "panel" | "admin";

/** The scope of the forms below it, unless they name another one. */
export const ScopeContext = createContext<Scope>("tab");

/** What a person is asked before something unsaved is lost. */
interface Question {
  title: string;
  text: string;
  cancelLabel: string;
  confirmLabel: string;
}

const discardQuestion: Question = {
  title: "Discard unsaved changes?",
  text: "What you have typed here is not saved yet.",
  cancelLabel: "Keep Editing",
  confirmLabel: "Discard Changes",
};

interface UnsavedForm {
  scope: Scope;
  /** Called when the person has agreed to lose what is unsaved. */
  onDiscard: () => void;
}

interface Guard {
  /** The forms with unsaved changes. */
  unsaved: Map<object, UnsavedForm>;
  /** Runs leave once the person agrees to lose what is unsaved, in one form or in several. */
  ask: (
    leave: () => void,
    forms: Iterable<UnsavedForm>,
    question?: Question,
    form?: object,
  ) => void;
  /** Takes a form out, and its question back. */
  settle: (form: object) => void;
}

interface Leaving {
  leave: () => void;
  forms: Iterable<UnsavedForm>;
  question: Question;
  form: object | undefined;
}

const GuardContext = createContext<Guard | null>(null);

/**
 * Asks for confirmation before unsaved changes are lost, by navigation inside the page or by
 * leaving it.
 */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const guard = useMemo<Guard>(() => {
    const unsaved: Guard["unsaved"] = new Map();
    return {
      unsaved,
      ask: (leave, forms, question = discardQuestion, form) =>
        setLeaving({ leave, forms, question, form }),
      settle: (form) => {
        unsaved.delete(form);
        setLeaving((current) => (current?.form === form ? null : current));
      },
    };
  }, []);
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
          title={leaving.question.title}
          cancelLabel={leaving.question.cancelLabel}
          confirmLabel={leaving.question.confirmLabel}
          onCancel={() => setLeaving(null)}
          onConfirm={() => {
            setLeaving(null);
            for (const { onDiscard } of leaving.forms) onDiscard();
            leaving.leave();
          }}
        >
          {leaving.question.text}
        </AlertDialog>
      )}
    </GuardContext>
  );
}

type Leave = (leave: () => void) => void;

interface UnsavedOptions {
  scope?: Scope;
  question?: Question;
  onDiscard?: (() => void) | undefined;
}

/**
 * Registers whether a form has unsaved changes. Returns a function that leaves the form, after a
 * confirmation if needed.
 */
export function useUnsavedChanges(dirty: boolean, options: UnsavedOptions = {}): Leave {
  const { question = discardQuestion } = options;
  const guard = use(GuardContext);
  const surrounding = use(ScopeContext);
  const scope = options.scope ?? surrounding;
  const discard = useRef(options.onDiscard);
  discard.current = options.onDiscard;
  const [form] = useState(() => ({}));
  useEffect(() => {
    if (!dirty || !guard) return;
    guard.unsaved.set(form, { scope, onDiscard: () => discard.current?.() });
    return () => guard.settle(form);
  }, [dirty, guard, form, scope]);
  return useCallback(
    (leave) => {
      const unsaved = guard?.unsaved.get(form);
      if (dirty && guard) guard.ask(leave, unsaved ? [unsaved] : [], question, form);
      else leave();
    },
    [dirty, guard, question, form],
  );
}

/** Functions to leave a tab or a panel and to check it for unsaved changes. */
export function useLeave(scope: "tab" | "panel"): { leave: Leave; isUnsaved: () => boolean } {
  const guard = use(GuardContext);
  return useMemo(() => {
    const forms = () => [...(guard?.unsaved ?? [])].filter(([, form]) => form.scope === scope);
    return {
      isUnsaved: () => forms().length > 0,
      leave: (leave) => {
        if (!guard || forms().length === 0) {
          leave();
          return;
        }
        guard.ask(
          () => {
            for (const [form] of forms()) guard.unsaved.delete(form);
            leave();
          },
          forms().map(([, form]) => form),
        );
      },
    };
  }, [guard, scope]);
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
        if (guard && guard.unsaved.size > 0) guard.ask(leave, [...guard.unsaved.values()]);
        else leave();
      },
      discardAll: () => guard?.unsaved.clear(),
    }),
    [guard],
  );
}

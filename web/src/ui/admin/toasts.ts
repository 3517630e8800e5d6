import { type ComponentType, createElement, type ReactNode } from "react";
import { reportedVersions } from "@/lib/admin/reported-versions";

/** A short notification. */
export interface Toast {
  id: number;
  title: string;
  description?: string;
  action?: ReactNode;
  variant: "default" | "destructive";
  open: boolean;
}

export type ToastMessage = Pick<Toast, "title" | "description" | "action"> &
  Partial<Pick<Toast, "variant">>;

const limit = 1;
const removeDelay = 1_000_000;

type Listener = () => void;

/** A button that takes back what has stored the versions. */
type UndoComponent = ComponentType<{ versions: readonly number[] }>;

/** Holds the toasts; a new one replaces the previous one. */
export class ToastStore {
  #toasts: readonly Toast[] = [];
  #lastId = 0;
  #undo: UndoComponent | undefined;
  readonly #listeners = new Set<Listener>();
  readonly #removals = new Map<number, ReturnType<typeof setTimeout>>();

  readonly subscribe = (listener: Listener): Listener => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): readonly Toast[] => this.#toasts;

  /** Sets the action of toasts about changes that can be undone. Returns a function that unsets it. */
  offerUndo(undo: UndoComponent): () => void {
    this.#undo = undo;
    return () => {
      this.#undo = undefined;
    };
  }

  show(message: ToastMessage): number {
    this.#lastId += 1;
    const toast: Toast = { variant: "default", ...message, id: this.#lastId, open: true };
    const versions = reportedVersions();
    if (this.#undo && versions.length > 0 && toast.variant === "default") {
      toast.action ??= createElement(this.#undo, { versions });
    }
    this.#replace([toast, ...this.#toasts].slice(0, limit));
    return toast.id;
  }

  /** Closes a toast. It is removed later, after its closing animation. */
  dismiss(id: number): void {
    if (this.#removals.has(id) || !this.#toasts.some((toast) => toast.id === id)) return;
    this.#removals.set(
      id,
      setTimeout(() => this.#replace(this.#toasts.filter((toast) => toast.id !== id)), removeDelay),
    );
    this.#replace(
      this.#toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)),
    );
  }

  #replace(toasts: readonly Toast[]): void {
    this.#toasts = toasts;
    for (const [id, timer] of this.#removals) {
      if (toasts.some((toast) => toast.id === id)) continue;
      clearTimeout(timer);
      this.#removals.delete(id);
    }
    for (const listener of this.#listeners) listener();
  }
}

/** The toasts of this page. */
export const toasts = new ToastStore();

/** Shows a toast. */
export function toast(message: ToastMessage): void {
  toasts.show(message);
}

/** Shows an error toast. */
export function toastError(title: string, description?: string): void {
  toasts.show({ title, description, variant: "destructive" });
}

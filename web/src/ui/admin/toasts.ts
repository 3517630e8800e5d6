import type { ReactNode } from "react";

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

/** Holds the toasts; a new one replaces the previous one. */
export class ToastStore {
  #toasts: readonly Toast[] = [];
  #lastId = 0;
  readonly #listeners = new Set<Listener>();
  readonly #removals = new Map<number, ReturnType<typeof setTimeout>>();

  readonly subscribe = (listener: Listener): Listener => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): readonly Toast[] => this.#toasts;

  show(message: ToastMessage): number {
    this.#lastId += 1;
    const toast: Toast = { variant: "default", ...message, id: this.#lastId, open: true };
    this.#replace([toast, ...this.#toasts].slice(0, limit));
    return toast.id;
  }

  /** Closes a toast. It is removed 1,000,000 ms later, or when the next one replaces it. */
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

/** Shows an error toast, and returns its id. */
export function toastError(title: string, description?: string): number {
  return toasts.show({ title, description, variant: "destructive" });
}

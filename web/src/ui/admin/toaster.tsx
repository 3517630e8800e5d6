import { Toast as Radix } from "radix-ui";
import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { keepRoom, useToastHost } from "./toast-slot";
import { type Toast, toasts } from "./toasts";

const none: readonly Toast[] = [];

/** Renders the toasts into the slot of the topmost layer. F8 moves the focus to them. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.snapshot, () => none);
  const host = useToastHost();
  const list = useRef<HTMLOListElement>(null);
  const focusedBefore = useRef<HTMLElement>(null);
  const inUse = useControlInUse();
  const anyOpen = shown.some((toast) => toast.open);

  useLayoutEffect(() => {
    if (anyOpen) return;
    if (list.current?.contains(document.activeElement)) focusedBefore.current?.focus();
    focusedBefore.current = null;
  }, [anyOpen]);

  useLayoutEffect(() => {
    // A new toast takes space from what scrolls around the control.
    if (!shown.some((toast) => toast.open) || list.current?.contains(inUse.current)) return;
    inUse.current?.scrollIntoView({ block: "nearest" });
  }, [shown, inUse]);

  return (
    host && (
      // Announced in the layer too: a modal dialog hides everything outside it.
      <Radix.Provider
        duration={5000}
        swipeDirection="right"
        swipeThreshold={50}
        announcerContainer={host}
      >
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
        {createPortal(
          <Radix.Viewport
            ref={list}
            hotkey={["F8"]}
            className="m-0 list-none p-0 outline-none"
            onFocus={({ target, currentTarget, relatedTarget }) => {
              // Only F8 focuses the list itself.
              if (target !== currentTarget || currentTarget.contains(relatedTarget)) return;
              focusedBefore.current = relatedTarget as HTMLElement | null;
            }}
          />,
          host,
        )}
      </Radix.Provider>
    )
  );
}

/**
 * The control that was focused or pointed at last. It may have lost the focus: a button is disabled
 * while it saves. Whoever scrolls away from it uses it no more.
 */
function useControlInUse(): RefObject<Element | null> {
  const control = useRef<Element>(null);
  useEffect(() => {
    const removal = new AbortController();
    for (const type of ["focusin", "click", "wheel", "touchmove"]) {
      document.addEventListener(
        type,
        ({ target }) => {
          const isElement = target instanceof Element;
          control.current = isElement ? target.closest("input, select, button") : null;
        },
        { signal: removal.signal, passive: true },
      );
    }
    return () => removal.abort();
  }, []);
  return control;
}

function ToastCard({ toast }: { toast: Toast }) {
  const failure = toast.variant === "destructive";
  // A toast that moves to another layer is inserted anew, which would start its animations again.
  const [drawn, setDrawn] = useState(false);
  return (
    <Radix.Root
      open={toast.open}
      onOpenChange={(open) => {
        if (open) return;
        keepRoom();
        toasts.dismiss(toast.id);
      }}
      type={failure ? "foreground" : "background"}
      // Radix turns pointer events off for a toast that is older than the dialog that it is in.
      className={`toast pointer-events-auto! my-3 flex items-start gap-2 rounded-xl border py-0.5 pr-1 pl-4 ${
        failure ? "border-bad bg-bad/10" : "closing-line border-line bg-sunken"
      }`}
      data-drawn={drawn || undefined}
      onAnimationEnd={({ animationName }) => animationName === "close-line" && setDrawn(true)}
    >
      <div className="min-w-0 flex-1 py-2.5 leading-snug">
        <Radix.Title className={failure ? "font-semibold text-bad" : "font-semibold"}>
          {toast.title}
        </Radix.Title>
        {toast.description && (
          <Radix.Description className="mt-0.5 break-words text-sm">
            {toast.description}
          </Radix.Description>
        )}
      </div>
      {toast.action}
      {/* Text instead of an icon, because an icon needs a tooltip, and the login page and the
          server's bundle include this file. */}
      <Radix.Close className="min-h-11 flex-none rounded-lg px-3 font-semibold text-sm underline underline-offset-2 hover:bg-current/10">
        Close
      </Radix.Close>
    </Radix.Root>
  );
}

import { FocusScope } from "@radix-ui/react-focus-scope";
import { Toast as Radix } from "radix-ui";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { useClearPlace } from "./clear-place";
import { type Toast, toasts } from "./toasts";

const hotkey = "F8";
const none: readonly Toast[] = [];

/** Renders the toasts. F8 moves the focus to them, even from inside a dialog. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.snapshot, () => none);
  const viewport = useRef<HTMLOListElement>(null);
  const [visited, setVisited] = useState(false);
  const anyOpen = shown.some((toast) => toast.open);
  useClearPlace(viewport, anyOpen && shown);
  const anyFailure = shown.some((toast) => toast.variant === "destructive");

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // The dialog's focus trap must be paused before Radix focuses the list.
      if (event.code === hotkey) flushSync(() => setVisited(true));
    };
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);

  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      {/* Modal dialogs hide the rest of the page from screen readers, except for elements with
          aria-live. "off" because Radix announces the toasts itself. */}
      <div aria-live="off">
        <Radix.Viewport
          ref={viewport}
          hotkey={[hotkey]}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) setVisited(false);
          }}
          // Forms and dialogs end with their buttons. An error must not cover the one for the next
          // attempt, and a message must not cover the buttons of a dialog that is still open: they
          // may be at any height. A sheet fills the screen; its buttons are within 5rem of the bottom.
          // Where that is not enough, useClearPlace moves it.
          className={`fixed right-0 z-70 m-0 w-full max-w-md list-none p-3 outline-none sm:p-5 ${
            anyFailure
              ? "top-0"
              : "bottom-0 [body:has(.dialog-backdrop)_&]:bottom-20 [body:has(.dialog)_&]:top-0 [body:has(.dialog)_&]:bottom-auto"
          }`}
        />
      </div>
      {visited && anyOpen && <FocusVisit to={viewport} />}
    </Radix.Provider>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const failure = toast.variant === "destructive";
  return (
    <Radix.Root
      open={toast.open}
      onOpenChange={(open) => !open && toasts.dismiss(toast.id)}
      type={failure ? "foreground" : "background"}
      className={`toast flex items-start gap-3 rounded-xl border p-4 pr-2 shadow-xl ${
        failure ? "border-bad bg-bad text-surface" : "border-line bg-surface text-ink"
      }`}
    >
      <div className="min-w-0 flex-1 py-1">
        <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
        {toast.description && (
          <Radix.Description className="mt-0.5 break-words text-[0.95em]">
            {toast.description}
          </Radix.Description>
        )}
      </div>
      {toast.action}
      {/* Text instead of an icon, because an icon needs a tooltip, and the login page and the
          server's bundle include this file. */}
      <Radix.Close className="-my-1 min-h-11 flex-none rounded-lg px-3 font-semibold text-sm underline underline-offset-2 hover:bg-current/10">
        Close
      </Radix.Close>
    </Radix.Root>
  );
}

/**
 * Pauses the focus trap of an open dialog while the toasts have the focus, and then returns the
 * focus. An empty FocusScope pauses the one below it.
 */
function FocusVisit({ to }: { to: RefObject<HTMLElement | null> }) {
  return (
    <FocusScope
      hidden
      onMountAutoFocus={(event) => event.preventDefault()}
      onUnmountAutoFocus={(event) => {
        const active = document.activeElement;
        if (active !== document.body && !to.current?.contains(active)) event.preventDefault();
      }}
    />
  );
}

import { useSyncExternalStore } from "react";

// The slots of the open layers, the topmost layer last.
const slots: HTMLElement[] = [];
let host: HTMLElement | undefined;

/**
 * The place for toasts in a layer: the page, a dialog or a sheet. It is in the flow, so a toast pushes
 * the rest of the layer apart and covers nothing. The topmost layer has the toasts; when it closes,
 * they continue in the layer below.
 */
export function ToastSlot({ className }: { className?: string }) {
  return <div ref={register} className={className} />;
}

function register(slot: HTMLElement | null) {
  if (!slot) return;
  slots.push(slot);
  moveToTop();
  return () => {
    slots.splice(slots.indexOf(slot), 1);
    moveToTop();
  };
}

/**
 * The element that the toasts are rendered into. It moves between the slots as a whole: rendering the
 * toasts anew would start their five seconds again.
 */
export function useToastHost(): HTMLElement | null {
  return useSyncExternalStore(neverChanges, getHost, () => null);
}

const neverChanges = () => () => {};

function getHost(): HTMLElement {
  if (!host) {
    host = document.createElement("div");
    // A menu hides the rest of the page from screen readers, except for elements with aria-live.
    // "off" because Radix announces the toasts itself.
    host.setAttribute("aria-live", "off");
    moveToTop();
  }
  return host;
}

function moveToTop(): void {
  const top = slots.at(-1);
  if (!host || !top || host.parentElement === top) return;
  room?.abort();
  top.append(host);
  // Radix stops the five seconds while the pointer is over the toasts, but the browser does not tell
  // an element that it was moved away from the pointer.
  host.querySelector("[role=region]")?.dispatchEvent(new Event("pointerleave"));
}

// Aborted when the room of the last toast is no longer kept.
let room: AbortController | undefined;

/**
 * Keeps the room of a toast that closes until somebody has pressed a button or a key: a toast closes by
 * itself, and what is about to be pressed must not move away.
 */
export function keepRoom(): void {
  const slot = host?.parentElement;
  if (!slot) return;
  room?.abort();
  const kept = new AbortController();
  const { signal } = kept;
  room = kept;
  slot.style.minHeight = `${slot.getBoundingClientRect().height}px`;
  slot.dataset.room = "";
  signal.addEventListener("abort", () => {
    slot.style.minHeight = "";
    delete slot.dataset.room;
  });
  for (const type of ["click", "keydown"]) {
    document.addEventListener(type, () => kept.abort(), { signal });
  }
}

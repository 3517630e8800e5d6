import { type RefObject, useEffect, useLayoutEffect } from "react";

/** The edges of something on the screen. */
export type Box = Pick<DOMRect, "top" | "right" | "bottom" | "left">;

/**
 * Returns where the top of a box must be so that it covers none of the obstacles: where it is, or
 * right above or below one of them. Without such a place it stays.
 */
export function clearTop(box: Box, obstacles: Box[], view: Pick<Box, "top" | "bottom">): number {
  const { left, right } = box;
  const height = box.bottom - box.top;
  const isClear = (top: number) =>
    !obstacles.some((other) => overlap({ left, right, top, bottom: top + height }, other));
  if (isClear(box.top)) return box.top;
  return (
    obstacles
      .flatMap((other) => [Math.floor(other.top - height), Math.ceil(other.bottom)])
      .filter((top) => top >= view.top && top + height <= view.bottom)
      .find(isClear) ?? box.top
  );
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * Moves an element with a fixed place while it would cover the control that has the focus or the
 * buttons of its form, as on a phone, where everything is below everything.
 */
export function useClearPlace(element: RefObject<HTMLElement | null>, shown: unknown): void {
  useLayoutEffect(() => {
    if (element.current && shown) moveAside(element.current);
  }, [element, shown]);

  useEffect(() => {
    if (!shown) return;
    const move = () => element.current && moveAside(element.current);
    // The message below a refused field is rendered after the focus has moved to it.
    const next = requestAnimationFrame(move);
    document.addEventListener("focusin", move);
    // It may grow after the first frame, when its content comes later.
    const growth = new ResizeObserver(move);
    if (element.current) growth.observe(element.current);
    return () => {
      cancelAnimationFrame(next);
      growth.disconnect();
      document.removeEventListener("focusin", move);
    };
  }, [element, shown]);
}

function moveAside(element: HTMLElement): void {
  const focused = document.activeElement;
  if (element.contains(focused)) return;
  element.style.transform = "";
  const box = element.getBoundingClientRect();
  const { offsetTop: top, height } = window.visualViewport ?? {
    offsetTop: 0,
    height: window.innerHeight,
  };
  const place = clearTop(box, obstaclesAround(focused), { top, bottom: top + height });
  if (place !== box.top) element.style.transform = `translateY(${place - box.top}px)`;
}

/** The buttons and errors that end the form of a control, and the control with label and error. */
function obstaclesAround(control: Element | null): Box[] {
  // A dialog or the page itself can have the focus too, but only from a script.
  if (!(control instanceof HTMLElement) || control.tabIndex < 0) return [];
  const around = control.closest("form, [role=dialog], [role=alertdialog]");
  const ends = around?.querySelectorAll("footer, [type=submit], form > [role=alert]") ?? [];
  const boxes = [...ends].map((end) => end.getBoundingClientRect());
  return [...boxes, boxOf(control)].filter((box) => box.bottom > box.top);
}

function boxOf(control: HTMLElement): Box {
  const { labels } = control as HTMLInputElement;
  const described = control.getAttribute("aria-describedby")?.split(" ")[0];
  const error =
    control.getAttribute("aria-invalid") === "true" &&
    described &&
    document.getElementById(described);
  const boxes = [control, ...(labels ?? []), ...(error ? [error] : [])].map((part) =>
    part.getBoundingClientRect(),
  );
  return {
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    left: Math.min(...boxes.map(({ left }) => left)),
  };
}

import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AlertDialog } from "./alert-dialog";
import { Dialog, DialogBody } from "./dialog";
import { Sheet } from "./sheet";
import { ToastSlot } from "./toast-slot";
import { Toaster } from "./toaster";
import { toast, toasts } from "./toasts";
import { TooltipProvider } from "./tooltip";

beforeEach(() => {
  for (const { id } of toasts.snapshot()) toasts.dismiss(id);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Layer = "sheet" | "dialog" | "alert";

function Page({ open = [] }: { open?: Layer[] }) {
  return (
    <TooltipProvider>
      <main>
        <ToastSlot />
      </main>
      <Toaster />
      {open.includes("sheet") && (
        <Sheet title="Company" onClose={() => {}}>
          Fields
        </Sheet>
      )}
      {open.includes("dialog") && (
        <Dialog title="Hours" onClose={() => {}}>
          <form>
            <DialogBody>
              <input aria-label="Opening Time" />
            </DialogBody>
          </form>
        </Dialog>
      )}
      {open.includes("alert") && (
        <AlertDialog
          title="Discard?"
          confirmLabel="Discard"
          onCancel={() => {}}
          onConfirm={() => {}}
        >
          Unsaved changes.
        </AlertDialog>
      )}
    </TooltipProvider>
  );
}

const shownToast = (title: string) => screen.getByText(title, { selector: "li *" }).closest("li");

test("a toast is in the topmost layer, and continues in the one below when that closes", () => {
  const { rerender } = render(<Page open={["sheet"]} />);
  act(() => toast({ title: "Saved" }));
  const card = shownToast("Saved");
  expect(screen.getByRole("dialog", { name: "Company" })).toContainElement(card);
  rerender(<Page open={["sheet", "dialog"]} />);
  expect(screen.getByRole("dialog", { name: "Hours" })).toContainElement(card);
  rerender(<Page open={["sheet", "dialog", "alert"]} />);
  expect(screen.getByRole("alertdialog")).toContainElement(card);
  rerender(<Page open={["sheet"]} />);
  expect(screen.getByRole("dialog", { name: "Company" })).toContainElement(card);
  rerender(<Page />);
  expect(screen.getByRole("main")).toContainElement(card);
});

test("a toast that was under the pointer closes after the dialog around it has closed", () => {
  vi.useFakeTimers();
  const { rerender } = render(<Page open={["dialog"]} />);
  act(() => toast({ title: "Saved" }));
  fireEvent.pointerMove(shownToast("Saved") as HTMLElement);
  act(() => vi.advanceTimersByTime(60_000));
  expect(shownToast("Saved")).toBeInTheDocument();
  rerender(<Page />);
  act(() => vi.advanceTimersByTime(5000));
  expect(screen.queryByText("Saved", { selector: "li *" })).not.toBeInTheDocument();
});

test("the room of a toast that closes by itself stays until something is pressed", () => {
  vi.useFakeTimers();
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 300, 72));
  render(<Page open={["sheet"]} />);
  act(() => toast({ title: "Saved" }));
  const sheet = screen.getByRole("dialog", { name: "Company" });
  act(() => vi.advanceTimersByTime(5000));
  expect(screen.queryByText("Saved", { selector: "li *" })).not.toBeInTheDocument();
  expect(sheet.querySelector("[data-room]")).toHaveStyle({ minHeight: "72px" });
  fireEvent.click(sheet);
  expect(sheet.querySelector("[data-room]")).not.toBeInTheDocument();
});

test("no room stays of a toast that is closed with its button", async () => {
  const user = userEvent.setup();
  render(<Page open={["sheet"]} />);
  act(() => toast({ title: "Saved" }));
  await user.click(within(shownToast("Saved") as HTMLElement).getByText("Close"));
  expect(document.querySelector("[data-room]")).not.toBeInTheDocument();
});

test("the layer that opens or closes after a toast keeps no room for it", () => {
  vi.useFakeTimers();
  const { rerender } = render(<Page />);
  act(() => toast({ title: "Saved" }));
  act(() => vi.advanceTimersByTime(5000));
  expect(screen.getByRole("main").querySelector("[data-room]")).toBeInTheDocument();
  rerender(<Page open={["sheet"]} />);
  expect(document.querySelector("[data-room]")).not.toBeInTheDocument();
});

test("a toast is announced inside the dialog, which hides everything else", () => {
  vi.useFakeTimers();
  render(<Page open={["dialog"]} />);
  act(() => toast({ title: "Saved" }));
  // Radix waits for two frames, and takes the text away after a second.
  act(() => vi.advanceTimersByTime(100));
  expect(within(screen.getByRole("dialog")).getByText("Notification Saved")).toHaveAttribute(
    "aria-live",
    "polite",
  );
});

test("F8 moves the focus from a field of a dialog to the toasts, and closing the toast returns it", async () => {
  const user = userEvent.setup();
  render(<Page open={["dialog"]} />);
  const field = screen.getByLabelText("Opening Time");
  expect(field).toHaveFocus();
  act(() => toast({ title: "Saved" }));
  const list = shownToast("Saved")?.parentElement as HTMLElement;
  fireEvent.keyDown(field, { key: "F8", code: "F8" });
  expect(list).toHaveFocus();
  await user.tab();
  expect(list).toContainElement(document.activeElement as HTMLElement);
  await user.click(within(list).getByText("Close"));
  await waitFor(() => expect(field).toHaveFocus());
});

test("the line closes once around a toast, and not around an error", () => {
  const { rerender } = render(<Page open={["dialog"]} />);
  act(() => toast({ title: "Saved" }));
  const card = shownToast("Saved") as HTMLElement;
  expect(card).toHaveClass("closing-line");
  const end = new Event("animationend", { bubbles: true });
  fireEvent(card, Object.assign(end, { animationName: "close-line" }));
  rerender(<Page />);
  expect(card).toHaveAttribute("data-drawn");
  act(() => toast({ title: "Error", variant: "destructive" }));
  expect(shownToast("Error")).not.toHaveClass("closing-line");
});

import { render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { AlertDialog } from "./alert-dialog";
import { Dialog } from "./dialog";
import { lazyPart } from "./lazy-part";
import { useReturnFocus } from "./return-focus";
import { Sheet } from "./sheet";
import { TooltipProvider } from "./tooltip";

type Layer = (close: () => void) => ReactNode;

const layers: [string, Layer][] = [
  [
    "Dialog",
    (close) => (
      <Dialog title="Hours" onClose={close}>
        text
      </Dialog>
    ),
  ],
  [
    "Sheet",
    (close) => (
      <Sheet title="Hours" onClose={close}>
        text
      </Sheet>
    ),
  ],
  [
    "AlertDialog",
    (close) => (
      <AlertDialog title="Hours" confirmLabel="Delete" onCancel={close} onConfirm={close}>
        text
      </AlertDialog>
    ),
  ],
];

/** A page with a button that opens the layer. Closing the layer may also remove that button. */
function Page({ layer, removeOpener }: { layer: Layer; removeOpener?: boolean }) {
  const [open, setOpen] = useState(false);
  const [removed, setRemoved] = useState(false);
  const close = () => {
    setOpen(false);
    if (removeOpener) setRemoved(true);
  };
  return (
    <TooltipProvider>
      <main tabIndex={-1}>
        {!removed && (
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
        )}
        <button type="button">Next</button>
        {open && layer(close)}
      </main>
    </TooltipProvider>
  );
}

const focused = () => document.activeElement as HTMLElement;

async function openAndClose() {
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Open" }));
  const layer = await screen.findByText("text");
  await waitFor(() => expect(layer.closest("[role]")).toContainElement(focused()));
  await user.keyboard("{Escape}");
}

test.each(layers)(
  "a closed %s returns the focus to the button that opened it",
  async (_, layer) => {
    render(<Page layer={layer} />);
    await openAndClose();
    await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
  },
);

test("a sheet that replaced its loading frame returns the focus to what opened the frame", async () => {
  let loaded = () => {};
  const load = () =>
    new Promise<typeof Sheet>((resolve) => {
      loaded = () => resolve(Sheet);
    });
  const LazySheet = lazyPart(load, {
    frame: (_, { onClose }) => (
      <Sheet title="Hours" onClose={onClose}>
        loading
      </Sheet>
    ),
  });
  render(
    <Page
      layer={(close) => (
        <LazySheet title="Hours" onClose={close}>
          text
        </LazySheet>
      )}
    />,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Open" }));
  await waitFor(() => expect(screen.getByRole("dialog")).toHaveFocus());
  loaded();
  await screen.findByText("text");
  await waitFor(() => expect(screen.getByRole("dialog")).toHaveFocus());
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
});

test.each(layers)("a closed %s focuses the page if its opener is gone", async (_, layer) => {
  render(<Page layer={layer} removeOpener />);
  await openAndClose();
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
});

test("the focus stays where it is if the opener is gone and something else has it", () => {
  render(
    <main tabIndex={-1}>
      <button type="button">Open</button>
      <button type="button">Next</button>
    </main>,
  );
  const opener = screen.getByRole("button", { name: "Open" });
  opener.focus();
  const { result } = renderHook(() => useReturnFocus());
  opener.remove();
  screen.getByRole("button", { name: "Next" }).focus();
  result.current(new Event("close"));
  expect(screen.getByRole("button", { name: "Next" })).toHaveFocus();
});

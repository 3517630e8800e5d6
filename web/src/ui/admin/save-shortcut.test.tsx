import { fireEvent, render } from "@testing-library/react";
import { type ReactNode, useRef } from "react";
import { expect, test, vi } from "vitest";
import { AlertDialog } from "./alert-dialog";
import { Dialog } from "./dialog";
import { useSaveShortcut } from "./save-shortcut";
import { Sheet } from "./sheet";
import { TooltipProvider } from "./tooltip";

function Form({ onSave }: { onSave: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  useSaveShortcut(form);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    />
  );
}

const press = (keys: object = { ctrlKey: true }) =>
  fireEvent.keyDown(document.body, { code: "KeyS", ...keys });

test.each([{ ctrlKey: true }, { metaKey: true }])("%o with S saves the form", (keys) => {
  const onSave = vi.fn();
  render(<Form onSave={onSave} />);
  expect(press(keys)).toBe(false);
  expect(onSave).toHaveBeenCalledOnce();
});

test.each([{}, { ctrlKey: true, altKey: true }, { ctrlKey: true, code: "KeyA" }])(
  "%o with the key does not save",
  (keys) => {
    const onSave = vi.fn();
    render(<Form onSave={onSave} />);
    expect(press(keys)).toBe(true);
    expect(onSave).not.toHaveBeenCalled();
  },
);

test("holding the keys down saves once", () => {
  const onSave = vi.fn();
  render(<Form onSave={onSave} />);
  press({ ctrlKey: true, repeat: true });
  expect(onSave).not.toHaveBeenCalled();
});

test("the topmost form is saved, and the one below after it has closed", () => {
  const [below, above] = [vi.fn(), vi.fn()];
  render(<Form onSave={below} />);
  const { unmount } = render(<Form onSave={above} />);
  press();
  expect([below.mock.calls.length, above.mock.calls.length]).toEqual([0, 1]);
  unmount();
  press();
  expect([below.mock.calls.length, above.mock.calls.length]).toEqual([1, 1]);
});

const noop = () => {};

const layers: [string, ReactNode][] = [
  [
    "Dialog",
    <Dialog key="dialog" title="Layer" onClose={noop}>
      text
    </Dialog>,
  ],
  [
    "Sheet",
    <Sheet key="sheet" title="Layer" onClose={noop}>
      text
    </Sheet>,
  ],
  [
    "AlertDialog",
    <AlertDialog key="alert" title="Layer" confirmLabel="Yes" onCancel={noop} onConfirm={noop}>
      text
    </AlertDialog>,
  ],
];

test.each(layers)("an open %s keeps the keys from the form beneath it", (_, layer) => {
  const onSave = vi.fn();
  render(<Form onSave={onSave} />);
  const { unmount } = render(<TooltipProvider>{layer}</TooltipProvider>);
  expect(press()).toBe(false);
  expect(onSave).not.toHaveBeenCalled();
  unmount();
  press();
  expect(onSave).toHaveBeenCalledOnce();
});

test("a form inside a dialog is saved, not the one beneath", () => {
  const [below, inside] = [vi.fn(), vi.fn()];
  render(<Form onSave={below} />);
  render(
    <TooltipProvider>
      <Dialog title="Layer" onClose={noop}>
        <Form onSave={inside} />
      </Dialog>
    </TooltipProvider>,
  );
  press();
  expect([below.mock.calls.length, inside.mock.calls.length]).toEqual([0, 1]);
});

test("without a form the browser's own shortcut works", () => {
  expect(press()).toBe(true);
});

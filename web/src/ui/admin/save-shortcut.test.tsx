import { fireEvent, render } from "@testing-library/react";
import { useRef } from "react";
import { expect, test, vi } from "vitest";
import { useSaveShortcut } from "./save-shortcut";

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

function Layer() {
  useSaveShortcut();
  return null;
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

test("a layer without a form blocks the shortcut for the form below", () => {
  const onSave = vi.fn();
  render(<Form onSave={onSave} />);
  render(<Layer />);
  expect(press()).toBe(false);
  expect(onSave).not.toHaveBeenCalled();
});

test("without a form the browser's own shortcut works", () => {
  expect(press()).toBe(true);
});

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

test.each([{ ctrlKey: true }, { metaKey: true }])("%o and S save the form", (keys) => {
  const onSave = vi.fn();
  render(<Form onSave={onSave} />);
  expect(press(keys)).toBe(false);
  expect(onSave).toHaveBeenCalledOnce();
});

test.each([{}, { ctrlKey: true, altKey: true }, { ctrlKey: true, code: "KeyA" }])(
  "%o does not",
  (keys) => {
    const onSave = vi.fn();
    render(<Form onSave={onSave} />);
    expect(press(keys)).toBe(true);
    expect(onSave).not.toHaveBeenCalled();
  },
);

test("keys that are held down save once", () => {
  const onSave = vi.fn();
  render(<Form onSave={onSave} />);
  press({ ctrlKey: true, repeat: true });
  expect(onSave).not.toHaveBeenCalled();
});

test("the form that opened last is saved, and after it the one beneath", () => {
  const [below, above] = [vi.fn(), vi.fn()];
  render(<Form onSave={below} />);
  const { unmount } = render(<Form onSave={above} />);
  press();
  expect([below.mock.calls.length, above.mock.calls.length]).toEqual([0, 1]);
  unmount();
  press();
  expect([below.mock.calls.length, above.mock.calls.length]).toEqual([1, 1]);
});

test("a layer without a form keeps the keys from the form beneath it", () => {
  const onSave = vi.fn();
  render(<Form onSave={onSave} />);
  render(<Layer />);
  expect(press()).toBe(false);
  expect(onSave).not.toHaveBeenCalled();
});

test("without a form the browser keeps its own shortcut", () => {
  expect(press()).toBe(true);
});

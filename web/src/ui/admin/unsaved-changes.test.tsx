import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { UnsavedChanges, useLeavingAll, useUnsavedChanges } from "./unsaved-changes";

function Form({ name, dirty, onLeave }: { name: string; dirty: boolean; onLeave: () => void }) {
  const leave = useUnsavedChanges(dirty);
  return (
    <button type="button" onClick={() => leave(onLeave)}>
      Leave {name}
    </button>
  );
}

function Exit({ onLeave }: { onLeave: () => void }) {
  const { leave } = useLeavingAll();
  return (
    <button type="button" onClick={() => leave(onLeave)}>
      Leave all
    </button>
  );
}

function setUp(...dirty: boolean[]) {
  const onLeave = vi.fn();
  render(
    <UnsavedChanges>
      {dirty.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the forms never change places
        <Form key={index} name={`form ${index}`} dirty={value} onLeave={onLeave} />
      ))}
      <Exit onLeave={onLeave} />
    </UnsavedChanges>,
  );
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  return { onLeave, press };
}

/** Whether the browser would ask before the page is left. */
function browserAsks(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test("a clean form is left at once, even beside a dirty one", async () => {
  const { onLeave, press } = setUp(false, true);
  await press("Leave form 0");
  expect(onLeave).toHaveBeenCalledOnce();
});

test("a dirty form is left only after the person agrees", async () => {
  const { onLeave, press } = setUp(true);
  await press("Leave form 0");
  await press("Keep Editing");
  expect(onLeave).not.toHaveBeenCalled();
  await press("Leave form 0");
  await press("Discard Changes");
  expect(onLeave).toHaveBeenCalledOnce();
});

test("leaving everything asks when any form is dirty, and then nobody asks again", async () => {
  const { onLeave, press } = setUp(false, true);
  expect(browserAsks()).toBe(true);
  await press("Leave all");
  expect(onLeave).not.toHaveBeenCalled();
  await press("Discard Changes");
  expect(onLeave).toHaveBeenCalledOnce();
  expect(browserAsks()).toBe(false);
});

test("the browser does not ask when nothing is unsaved", async () => {
  const { onLeave, press } = setUp(false);
  expect(browserAsks()).toBe(false);
  await press("Leave all");
  expect(onLeave).toHaveBeenCalledOnce();
});

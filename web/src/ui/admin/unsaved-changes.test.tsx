import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { UnsavedChanges, useLeave, useLeaveAdmin, useUnsavedChanges } from "./unsaved-changes";

interface FormProps {
  name: string;
  dirty: boolean;
  scope?: "admin";
  onLeave: () => void;
  onDiscard?: () => void;
}

function Form({ name, dirty, scope, onLeave, onDiscard }: FormProps) {
  const leave = useUnsavedChanges(dirty, { ...(scope && { scope }), onDiscard });
  return (
    <button type="button" onClick={() => leave(onLeave)}>
      Leave {name}
    </button>
  );
}

function Exits({ onLeave }: { onLeave: () => void }) {
  const tab = useLeave("tab");
  const admin = useLeaveAdmin();
  return (
    <>
      <button type="button" onClick={() => tab.leave(onLeave)}>
        Leave tab
      </button>
      <button type="button" onClick={() => admin.leave(onLeave)}>
        Leave back office
      </button>
      <button type="button" onClick={admin.discardAll}>
        Let go
      </button>
    </>
  );
}

function setUp(...forms: Pick<FormProps, "dirty" | "scope" | "onDiscard">[]) {
  const onLeave = vi.fn();
  render(
    <UnsavedChanges>
      {forms.map((form, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the forms are never reordered
        <Form key={index} name={`form ${index}`} {...form} onLeave={onLeave} />
      ))}
      <Exits onLeave={onLeave} />
    </UnsavedChanges>,
  );
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  return { onLeave, press };
}

const clean = { dirty: false };
const dirty = { dirty: true };

/** Whether the browser would ask before leaving the page. */
function browserAsks(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test("leaving a clean form does not ask, even next to a dirty one", async () => {
  const { onLeave, press } = setUp(clean, dirty);
  await press("Leave form 0");
  expect(onLeave).toHaveBeenCalledOnce();
});

test("leaving a dirty form asks for confirmation", async () => {
  const { onLeave, press } = setUp(dirty);
  await press("Leave form 0");
  await press("Keep Editing");
  expect(onLeave).not.toHaveBeenCalled();
  await press("Leave form 0");
  await press("Discard Changes");
  expect(onLeave).toHaveBeenCalledOnce();
});

test("leaving the tab asks once if any form in it is dirty", async () => {
  const { onLeave, press } = setUp(clean, dirty);
  expect(browserAsks()).toBe(true);
  await press("Leave tab");
  expect(onLeave).not.toHaveBeenCalled();
  await press("Discard Changes");
  expect(onLeave).toHaveBeenCalledOnce();
  expect(browserAsks()).toBe(false);
});

test("changes with the scope admin are asked about only when leaving the back office", async () => {
  const { onLeave, press } = setUp({ dirty: true, scope: "admin" });
  expect(browserAsks()).toBe(true);
  await press("Leave tab");
  expect(onLeave).toHaveBeenCalledOnce();
  await press("Leave back office");
  expect(onLeave).toHaveBeenCalledOnce();
  await press("Discard Changes");
  expect(onLeave).toHaveBeenCalledTimes(2);
});

test("changes stay guarded until they are discarded, because logging out can fail", async () => {
  const { press } = setUp(dirty);
  await press("Leave back office");
  await press("Discard Changes");
  expect(browserAsks()).toBe(true);
  await press("Let go");
  expect(browserAsks()).toBe(false);
});

test("only the forms that are left learn that their changes are discarded", async () => {
  const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()];
  const { press } = setUp(
    { dirty: true, onDiscard: first },
    { dirty: true, onDiscard: second },
    { dirty: true, scope: "admin", onDiscard: third },
  );
  await press("Leave form 0");
  await press("Keep Editing");
  expect(first).not.toHaveBeenCalled();
  await press("Leave form 0");
  await press("Discard Changes");
  expect(first).toHaveBeenCalledOnce();
  expect(second).not.toHaveBeenCalled();
  await press("Leave tab");
  await press("Discard Changes");
  expect(second).toHaveBeenCalledOnce();
  expect(third).not.toHaveBeenCalled();
});

test("nothing is asked without unsaved changes", async () => {
  const { onLeave, press } = setUp(clean);
  expect(browserAsks()).toBe(false);
  await press("Leave tab");
  await press("Leave back office");
  expect(onLeave).toHaveBeenCalledTimes(2);
});

const stopQuestion = {
  title: "Stop the upload?",
  text: "It is not complete.",
  cancelLabel: "Keep Uploading",
  confirmLabel: "Stop Upload",
};

function Upload({ busy }: { busy: boolean }) {
  const leave = useUnsavedChanges(busy, { scope: "tab", question: stopQuestion });
  return (
    <button type="button" onClick={() => leave(() => {})}>
      Close
    </button>
  );
}

test("a form's own question is asked, and disappears when nothing is unsaved any more", async () => {
  const tree = (busy: boolean) => (
    <UnsavedChanges>
      <Upload busy={busy} />
    </UnsavedChanges>
  );
  const { rerender } = render(tree(true));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.getByRole("alertdialog", { name: "Stop the upload?" })).toBeVisible();
  rerender(tree(false));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { Dialog } from "./dialog";
import { Sheet } from "./sheet";
import { Tooltip, TooltipProvider } from "./tooltip";

function show(part: ReactNode) {
  render(<TooltipProvider>{part}</TooltipProvider>);
  return userEvent.setup();
}

const layers = { Dialog, Sheet };

test.each(Object.entries(layers))("the close button of a %s has a tooltip", async (_, Layer) => {
  const user = show(
    <Layer title="Hours" onClose={() => {}}>
      Nothing to fill in
    </Layer>,
  );
  expect(screen.getByRole("dialog")).toHaveFocus();
  expect(screen.queryByRole("tooltip")).toBeNull();
  await user.tab();
  expect(screen.getByRole("button", { name: "Close" })).toHaveFocus();
  expect(await screen.findByRole("tooltip")).toHaveTextContent("Close");
});

test.each(Object.entries(layers))(
  "one Escape closes a %s together with its tooltip",
  async (_, Layer) => {
    const onClose = vi.fn();
    const user = show(
      <Layer title="Hours" onClose={onClose}>
        Nothing to fill in
      </Layer>,
    );
    await user.tab();
    await screen.findByRole("tooltip");
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
    expect(screen.queryByRole("tooltip")).toBeNull();
  },
);

test("a dialog with a form focuses its first field", () => {
  show(
    <Dialog title="Hours" onClose={() => {}}>
      <form>
        <input aria-label="Opening Time" />
      </form>
    </Dialog>,
  );
  expect(screen.getByLabelText("Opening Time")).toHaveFocus();
});

test.each([true, false])(
  "onlyBelow shows the tooltip on narrow screens only (narrow: %o)",
  async (narrow) => {
    vi.stubGlobal("matchMedia", () => ({ matches: narrow }));
    const user = show(
      <Tooltip text="Messages" onlyBelow="lg">
        <button type="button">Messages</button>
      </Tooltip>,
    );
    await user.tab();
    expect(screen.queryAllByRole("tooltip")).toHaveLength(narrow ? 1 : 0);
  },
);

/** Shows two buttons, and the tooltip of the first. The next tooltip opens without a delay. */
async function showTooltipOfTwo() {
  const user = show(
    <>
      <Tooltip text="Undo">
        <button type="button">Undo</button>
      </Tooltip>
      <Tooltip text="Redo">
        <button type="button">Redo</button>
      </Tooltip>
    </>,
  );
  const [undo, redo] = screen.getAllByRole("button") as [HTMLElement, HTMLElement];
  await user.hover(undo);
  await screen.findByRole("tooltip");
  return { user, undo, redo };
}

test("a click closes a tooltip that the browser has not shown yet", async () => {
  const { user, undo, redo } = await showTooltipOfTwo();
  await user.click(undo);
  // A busy browser delivers these before React has rendered what the first one changed.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  for (const type of ["pointermove", "pointerdown", "pointerup", "click"]) {
    redo.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "mouse" }));
  }
  const rendered = vi.fn();
  setTimeout(rendered);
  await waitFor(() => expect(rendered).toHaveBeenCalled());
  expect(screen.queryByRole("tooltip")).toBeNull();
});

test("a tooltip closes if the pointer turns away on its way to it", async () => {
  const user = show(
    <Tooltip text="Undo">
      <button type="button">Undo</button>
    </Tooltip>,
  );
  const undo = screen.getByRole("button");
  await user.hover(undo);
  await screen.findByRole("tooltip");
  const point = (type: string, at: number) =>
    new PointerEvent(type, { bubbles: true, clientX: at, clientY: at });
  // A busy browser delivers both before Radix follows the pointer. All boxes are at 0 here.
  undo.dispatchEvent(point("pointerout", 0));
  undo.dispatchEvent(point("pointerleave", 0));
  document.dispatchEvent(point("pointermove", 500));
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
});

test("a tooltip closes if the pointer leaves before it is placed", async () => {
  const user = show(
    <Tooltip text="Undo">
      <button type="button">Undo</button>
    </Tooltip>,
  );
  const undo = screen.getByRole("button");
  undo.getBoundingClientRect = () => new DOMRect(200, 200, 40, 40);
  await user.hover(undo);
  const tooltip = await screen.findByRole("tooltip");
  tooltip.getBoundingClientRect = () => new DOMRect(0, -40, 80, 20);
  undo.dispatchEvent(new PointerEvent("pointerout", { bubbles: true, clientX: 0, clientY: 0 }));
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
});

test("a tooltip closes if the pointer leaves before it is rendered", async () => {
  const { redo } = await showTooltipOfTwo();
  // Outside act(), rendering comes later.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  const over = { bubbles: true, pointerType: "mouse" };
  redo.dispatchEvent(new PointerEvent("pointermove", over));
  redo.dispatchEvent(new PointerEvent("pointerout", { ...over, clientX: 500, clientY: 500 }));
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
});

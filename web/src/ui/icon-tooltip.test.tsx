import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { IconTooltip } from "./icon-tooltip";

function Buttons() {
  return ["First", "Second"].map((name) => (
    <IconTooltip key={name} text={name}>
      <button type="button" aria-label={name} />
    </IconTooltip>
  ));
}

const tooltip = () => screen.queryByRole("tooltip");
const button = (name: string) => screen.getByRole("button", { name });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  // Later than any tooltip of a test before this one closed.
  vi.advanceTimersByTime(3_600_000);
  render(<Buttons />);
});

afterEach(() => {
  vi.useRealTimers();
});

function enter(name: string, pointerType = "mouse") {
  fireEvent.pointerEnter(button(name), { pointerType });
}

function leave(name: string) {
  fireEvent.pointerLeave(button(name));
}

describe("section 4, tooltips on the public pages", () => {
  test("open after 700 ms of hover and close when the pointer leaves", async () => {
    enter("First");
    await wait(699);
    expect(tooltip()).toBeNull();
    await wait(1);
    expect(tooltip()).toHaveTextContent("First");
    leave("First");
    expect(tooltip()).toBeNull();
  });

  test("open at once within 300 ms after another one closed, and not later", async () => {
    enter("First");
    await wait(700);
    leave("First");
    await wait(299);
    enter("Second");
    await wait(0);
    expect(tooltip()).toHaveTextContent("Second");
    leave("Second");
    await wait(300);
    enter("First");
    await wait(699);
    expect(tooltip()).toBeNull();
  });

  test("open at once on keyboard focus, and close on Escape", async () => {
    act(() => button("First").focus());
    await wait(0);
    expect(tooltip()).toHaveTextContent("First");
    act(() => button("Second").focus());
    await wait(0);
    expect(tooltip()).toHaveTextContent("Second");
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(tooltip()).toBeNull();
  });

  test("close when the control is used, and do not open on touch", async () => {
    enter("First");
    await wait(700);
    fireEvent.click(button("First"));
    expect(tooltip()).toBeNull();
    enter("Second", "touch");
    await wait(2000);
    expect(tooltip()).toBeNull();
  });
});

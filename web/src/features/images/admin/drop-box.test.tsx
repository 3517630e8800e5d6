import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { DropBox } from "./drop-box";

const file = new File(["picture"], "porch.png", { type: "image/png" });

function drag(kind: "dragOver" | "drop", dataTransfer: object) {
  const event = createEvent[kind](screen.getByText("Drop here"), { dataTransfer });
  fireEvent(screen.getByText("Drop here"), event);
  return event;
}

test("files that are dropped on the box are handed over", () => {
  const onFiles = vi.fn();
  render(<DropBox onFiles={onFiles}>Drop here</DropBox>);
  expect(drag("dragOver", { types: ["Files"] }).defaultPrevented).toBe(true);
  expect(drag("drop", { types: ["Files"], files: [file] }).defaultPrevented).toBe(true);
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([file]);
});

test("text that is dragged over the box is left to the browser", () => {
  render(<DropBox onFiles={() => {}}>Drop here</DropBox>);
  expect(drag("dragOver", { types: ["text/plain"] }).defaultPrevented).toBe(false);
});

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Dialog } from "./dialog";
import { Panel } from "./panel";
import { Sheet } from "./sheet";
import { TooltipProvider } from "./tooltip";

const sentences = "Everybody who can sign in here. An invitation works once.";

test.each([
  ["sheet", Sheet],
  ["dialog", Dialog],
] as const)("a %s shows and hides its help, and keeps its name", async (_, Layer) => {
  const user = userEvent.setup();
  render(
    <TooltipProvider>
      <Layer title="People" help={sentences} onClose={() => {}}>
        <p>Anna</p>
      </Layer>
    </TooltipProvider>,
  );
  const button = screen.getByRole("button", { name: "What is this?" });
  expect(screen.queryByText(sentences)).toBeNull();
  expect(button).toHaveAttribute("aria-expanded", "false");
  await user.click(button);
  expect(screen.getByText(sentences)).toBeVisible();
  expect(button).toHaveAttribute("aria-expanded", "true");
  expect(button).toHaveAttribute("aria-controls", screen.getByText(sentences).id);
  expect(screen.getByRole("dialog")).toHaveAccessibleName("People");
  await user.click(button);
  expect(screen.queryByText(sentences)).toBeNull();
});

test("a panel shows and hides its help", async () => {
  const user = userEvent.setup();
  render(
    <TooltipProvider>
      <Panel title="Blog Management" help={sentences}>
        <p>Ants</p>
      </Panel>
    </TooltipProvider>,
  );
  await user.click(screen.getByRole("button", { name: "What is this?" }));
  expect(screen.getByRole("region")).toHaveTextContent(sentences);
  await user.click(screen.getByRole("button", { name: "What is this?" }));
  expect(screen.queryByText(sentences)).toBeNull();
});

test("a sheet without help has no such button", () => {
  render(
    <TooltipProvider>
      <Sheet title="People" onClose={() => {}}>
        <p>Anna</p>
      </Sheet>
    </TooltipProvider>,
  );
  expect(screen.queryByRole("button", { name: "What is this?" })).toBeNull();
});

import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ImagePickerContext } from "./image-picker";
import { PictureTools, Toolbar } from "./toolbar";
import { TooltipProvider } from "./tooltip";

test("one tap opens the device's picker, and the picture is sent at once", () => {
  const uploadAtOnce = vi.fn();
  const choose = vi.fn();
  const onPick = vi.fn();
  const { container } = render(
    <TooltipProvider>
      <ImagePickerContext value={{ upload: vi.fn(), uploadAtOnce, choose }}>
        <Toolbar label="Formatting">
          <PictureTools onPick={onPick} />
        </Toolbar>
      </ImagePickerContext>
    </TooltipProvider>,
  );
  const input = container.querySelector("input[type=file]") as HTMLInputElement;
  const opened = vi.spyOn(input, "click");
  fireEvent.click(screen.getByRole("button", { name: "Picture" }));
  expect(opened).toHaveBeenCalledOnce();
  const picture = new File(["x"], "tube.jpg", { type: "image/jpeg" });
  fireEvent.change(input, { target: { files: [picture] } });
  expect(uploadAtOnce).toHaveBeenCalledWith(expect.any(Function), [picture]);
  fireEvent.click(screen.getByRole("button", { name: "Picture from the library" }));
  expect(choose).toHaveBeenCalledOnce();
});

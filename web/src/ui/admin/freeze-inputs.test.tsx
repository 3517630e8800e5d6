import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { expect, test, vi } from "vitest";
import { useFreezeInputs } from "./freeze-inputs";

function Fields({ frozen, onChange }: { frozen: boolean; onChange: () => void }) {
  const container = useRef<HTMLDivElement>(null);
  useFreezeInputs(container, frozen);
  return (
    <div ref={container}>
      <input aria-label="Key" onChange={onChange} />
      <select aria-label="Section" onChange={onChange}>
        <option>Home</option>
        <option>Footer</option>
      </select>
      <button type="button" onClick={onChange}>
        Upload
      </button>
    </div>
  );
}

test("fields cannot be changed while they are frozen, and can be afterwards", async () => {
  const onChange = vi.fn();
  const { rerender } = render(<Fields frozen onChange={onChange} />);
  const user = userEvent.setup();
  const select = screen.getByRole("combobox", { name: "Section" });
  const changeAll = async () => {
    await user.type(screen.getByRole("textbox", { name: "Key" }), "a");
    await user.selectOptions(select, "Footer");
    await user.click(screen.getByRole("button", { name: "Upload" }));
  };
  await changeAll();
  expect(onChange).not.toHaveBeenCalled();
  expect(select).toHaveValue("Home");
  expect(screen.getByRole("textbox", { name: "Key" })).toHaveValue("");

  rerender(<Fields frozen={false} onChange={onChange} />);
  await changeAll();
  expect(onChange).toHaveBeenCalledTimes(3);
  expect(select).toHaveValue("Footer");
});

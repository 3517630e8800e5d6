import { screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { renderWithPage } from "@/testing/render";
import { markInvalid, markRefused } from "./form-errors";

function Form() {
  const form = useForm({ defaultValues: { name: "", slug: "" } });
  const { errors } = form.formState;
  const field = (name: "name" | "slug") => (
    <>
      <input aria-label={name} aria-invalid={Boolean(errors[name])} {...form.register(name)} />
      <p>{errors[name]?.message}</p>
    </>
  );
  return (
    <form onInvalid={(event) => markInvalid(form, event)}>
      {field("name")}
      {field("slug")}
      <button
        type="button"
        onClick={() =>
          markRefused(form, [
            { field: "elsewhere", rule: "is wrong" },
            { field: "name", rule: "is required" },
            { field: "slug", rule: "is taken" },
          ])
        }
      >
        Refuse
      </button>
      <button type="button" onClick={() => form.setValue("slug", "ants")}>
        Fill in
      </button>
    </form>
  );
}

test("all refused fields are marked until they change, and the first has the focus", async () => {
  const { user } = renderWithPage(<Form />);
  const [name, slug] = [screen.getByLabelText("name"), screen.getByLabelText("slug")];
  await user.click(screen.getByRole("button", { name: "Refuse" }));
  expect(name).toHaveFocus();
  expect(screen.getByText("Is required.")).toBeVisible();
  expect(screen.getByText("Is taken.")).toBeVisible();
  await user.type(name, "A");
  expect(screen.queryByText("Is required.")).toBeNull();
  expect(slug).toHaveAttribute("aria-invalid", "true");
  await user.click(screen.getByRole("button", { name: "Fill in" }));
  expect(slug).toHaveAttribute("aria-invalid", "false");
});

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
          markRefused(
            form,
            undefined,
            { field: "elsewhere", message: "No." },
            { field: "name", message: "No name." },
            { field: "slug", message: "No slug." },
          )
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
  expect(screen.getByText("No name.")).toBeVisible();
  expect(screen.getByText("No slug.")).toBeVisible();
  await user.type(name, "A");
  expect(screen.queryByText("No name.")).toBeNull();
  expect(slug).toHaveAttribute("aria-invalid", "true");
  await user.click(screen.getByRole("button", { name: "Fill in" }));
  expect(slug).toHaveAttribute("aria-invalid", "false");
});

import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Service } from "@/api/services";
import { mockApi, renderWithPage } from "@/testing/render";
import { UnsavedChanges } from "@/ui/admin/unsaved-changes";
import { ServicesPanel } from "./services-panel";

const services = ["Ants", "Bees"].map((name, index) => ({
  id: index + 1,
  name,
  slug: name.toLowerCase(),
  shortDescription: "",
  fullDescription: "",
  imageUrl: "",
  features: [],
  template: `<p>${name}</p>`,
  featuredOnHome: false,
  updatedAt: "2026-03-02T12:00:00Z",
})) satisfies Service[];

beforeEach(() => {
  mockApi({
    "/api/services": services,
    "/api/services/1": services[0],
    "/api/services/2": services[1],
  });
  vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue();
});

async function openPanel() {
  const { user } = renderWithPage(
    <main tabIndex={-1}>
      <UnsavedChanges>
        <ServicesPanel />
      </UnsavedChanges>
    </main>,
  );
  await screen.findAllByRole("button", { name: "Edit Template" });
  const editTemplate = async (index: number) => {
    const button = screen.getAllByRole("button", { name: "Edit Template" })[index];
    if (button) await user.click(button);
  };
  return { user, editTemplate };
}

const editor = () => screen.getByRole("region", { name: "Service Detail Page Template Editor" });

test("Edit Template moves the focus to the template editor", async () => {
  const { editTemplate } = await openPanel();
  await editTemplate(0);
  expect(editor()).toHaveFocus();
  expect(await screen.findByRole("textbox", { name: "Template" })).toHaveValue("<p>Ants</p>");
});

test("so it does after the question about an unsaved template", async () => {
  const { user, editTemplate } = await openPanel();
  await editTemplate(0);
  await user.type(await screen.findByRole("textbox", { name: "Template" }), "!");
  await editTemplate(1);
  await user.click(await screen.findByRole("button", { name: "Discard Changes" }));
  expect(await screen.findByRole("textbox", { name: "Template" })).toHaveValue("<p>Bees</p>");
  // Layers return the focus in a task of their own.
  await new Promise((resolve) => setTimeout(resolve));
  expect(editor()).toHaveFocus();
});

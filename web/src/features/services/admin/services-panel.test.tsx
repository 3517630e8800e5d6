import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Service } from "@/api/services";
import { mockApi, renderWithPage } from "@/testing/render";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { ServicesPanel } from "./services-panel";

// Its calls are tested where it is.
vi.mock("@/editing/preview/draft-preview", () => ({ DraftPreview: () => null }));

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
  hidden: false,
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
      <TooltipProvider>
        <ServicesPanel />
      </TooltipProvider>
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

test("so it does when another template is unsaved, without a question", async () => {
  const { user, editTemplate } = await openPanel();
  await editTemplate(0);
  await user.type(await screen.findByRole("textbox", { name: "Template" }), "!");
  await editTemplate(1);
  expect(await screen.findByRole("textbox", { name: "Template" })).toHaveValue("<p>Bees</p>");
  expect(editor()).toHaveFocus();
});

/** Records changes; the list stays as it is. */
function recordChanges() {
  const changes: [method: string, path: string, body: unknown][] = [];
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit = {}) => {
    if (method !== "GET") changes.push([method, path, body && JSON.parse(String(body))]);
    return Response.json({ success: true, message: "", data: services });
  });
  return changes;
}

test("a service is hidden with a switch that names it", async () => {
  const changes = recordChanges();
  const { user } = await openPanel();
  await user.click(screen.getByRole("switch", { name: "Hide Bees" }));
  expect(changes).toEqual([["POST", "/api/admin/service", { id: 2, hidden: true }]]);
});

test("deleting a service shows what will disappear and asks first", async () => {
  const changes = recordChanges();
  const { user } = await openPanel();
  await user.click(screen.getByRole("button", { name: "Delete Ants" }));
  const question = screen.getByRole("alertdialog", { name: "Delete Service" });
  expect(question).toHaveTextContent('Are you sure you want to delete "Ants"?');
  expect(question).toHaveTextContent("The page /services/ants and its template");
  expect(question).not.toHaveTextContent("three default services");
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(changes).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Delete Ants" }));
  await user.click(screen.getByRole("button", { name: "Delete" }));
  expect(changes).toEqual([["DELETE", "/api/admin/services/1", undefined]]);
});

test("the order is changed with buttons and saved once", async () => {
  const changes = recordChanges();
  const { user } = await openPanel();
  await user.click(screen.getByRole("button", { name: "Reorder" }));
  const dialog = screen.getByRole("dialog", { name: "Reorder Services" });
  const names = () =>
    within(dialog)
      .getAllByRole("listitem")
      .map((row) => row.textContent);
  const up = await within(dialog).findByRole("button", { name: "Move Bees up" });
  await user.click(up);
  expect(names()).toEqual(["Bees", "Ants"]);
  expect(within(dialog).getByText("Bees: position 1 of 2")).toHaveAttribute("role", "status");
  // At the end, another press changes nothing and the button keeps the focus.
  await user.click(up);
  expect(names()).toEqual(["Bees", "Ants"]);
  expect(up).toHaveFocus();
  await user.click(within(dialog).getByRole("button", { name: "Save Order" }));
  expect(changes).toEqual([["POST", "/api/admin/services/order", { ids: [2, 1] }]]);
});

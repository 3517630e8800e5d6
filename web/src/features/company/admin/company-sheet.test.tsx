import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Company } from "@/api/admin/company";
import { renderWithPage } from "@/testing/render";
import { sampleIdentity } from "@/testing/sample-identity";
import { refuseRequest } from "@/testing/undeclared-requests";
import { ImagePickerContext } from "@/ui/admin/image-picker";
import { toasts } from "@/ui/admin/toasts";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { CompanyPanel } from "./company-panel";

// Its calls are tested where it is.
vi.mock("@/editing/preview/draft-preview", () => ({ DraftPreview: () => null }));

const path = "/api/admin/company";

const mission = {
  key: "mission",
  group: "Mission",
  label: "Mission statement",
  pages: ["home", "about"],
  default: "To keep the county free of pests, every day of the year that we work.",
};
const points = {
  key: "points",
  group: "Technicians",
  label: "List",
  pages: ["home"],
  default: "one\ntwo",
  lines: true,
};

/** A fake server that keeps what is saved and refuses on request. */
class FakeServer {
  company: Company = {
    ...structuredClone(sampleIdentity),
    texts: {},
    textFields: [mission, points],
    fromFile: false,
    updatedAt: "2026-03-02T12:00:00Z",
  };
  contentItems: object[] = [];
  saves: Record<string, unknown>[] = [];
  loads = 0;
  refusal: { status: number; body: object } | undefined;

  respond = async (url: string, init: RequestInit): Promise<Response> => {
    if (url === "/api/admin/content") {
      return Response.json({ success: true, data: this.contentItems });
    }
    if (url !== path) return refuseRequest(url, init);
    if (init.method === "POST") {
      const edit = JSON.parse(String(init.body));
      this.saves.push(edit);
      if (this.refusal) return Response.json(this.refusal.body, { status: this.refusal.status });
      const { basedOn: _, ...fields } = edit;
      const updatedAt = `2026-03-02T12:0${this.saves.length}:00Z`;
      this.company = { ...this.company, ...fields, updatedAt };
    } else {
      this.loads += 1;
    }
    return Response.json({ success: true, data: this.company, message: "Company updated" });
  };
}

let server: FakeServer;

// The first test must not wait for the code of the sheet.
beforeAll(() => import("./company-sheet"));

beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal("fetch", vi.fn(server.respond));
});

function openSheet(section: string) {
  return renderWithPage(
    <TooltipProvider>
      <ImagePickerContext
        value={{
          upload: () => {},
          uploadAtOnce: () => {},
          choose: (onPick) => onPick("/objects/x"),
        }}
      >
        <CompanyPanel />
      </ImagePickerContext>
    </TooltipProvider>,
    { path: `/admin?panel=company&section=${section}` },
  );
}

it("saves the business with the version that it started from, and again", async () => {
  const { user } = openSheet("business");
  const name = await screen.findByLabelText(/^Name/);
  const save = screen.getByRole("button", { name: "Save Business" });
  expect(save).toHaveProperty("disabled", true);
  await user.clear(name);
  await user.type(name, "Bosque Pest");
  expect(
    within(screen.getByRole("region", { name: "Preview" })).getByText("Bosque Pest"),
  ).toBeTruthy();
  await user.click(save);
  await waitFor(() => expect(save).toHaveProperty("disabled", true));
  await user.type(name, " Control");
  await user.click(save);
  await waitFor(() => expect(server.saves).toHaveLength(2));
  expect(server.saves.map(({ name, basedOn }) => [name, basedOn])).toEqual([
    ["Bosque Pest", "2026-03-02T12:00:00Z"],
    ["Bosque Pest Control", "2026-03-02T12:01:00Z"],
  ]);
});

it("opens each section with the current version, which is one request", async () => {
  const { user } = openSheet("business");
  expect(await screen.findByLabelText(/^Name/)).toHaveValue(sampleIdentity.name);
  expect(server.loads).toBe(1);
  // Somebody else.
  server.company = { ...server.company, texts: { mission: "Theirs" }, updatedAt: "later" };
  await user.click(screen.getByRole("tab", { name: "Page texts" }));
  expect(await screen.findByLabelText("Mission statement")).toHaveValue("Theirs");
  expect(server.loads).toBe(2);
  await user.click(screen.getByRole("tab", { name: "Business" }));
  await user.type(await screen.findByLabelText(/^Name/), "!");
  await user.click(screen.getByRole("button", { name: "Save Business" }));
  await waitFor(() => expect(server.saves[0]).toMatchObject({ basedOn: "later" }));
});

it("shows at the field why it was refused, and focuses it", async () => {
  server.refusal = {
    status: 400,
    body: { success: false, message: "No.", field: "phone", rule: "must be a phone number" },
  };
  const { user } = openSheet("business");
  const phone = await screen.findByLabelText(/^Phone/);
  await user.type(phone, "x");
  await user.click(screen.getByRole("button", { name: "Save Business" }));
  await waitFor(() => expect(server.saves).toHaveLength(1));
  await waitFor(() => expect(phone.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByText("Must be a phone number.").id).toBe(
    phone.getAttribute("aria-describedby")?.split(" ")[0],
  );
  expect(document.activeElement).toBe(phone);
});

it("says that an edited Office Address is shown instead", async () => {
  server.contentItems = [{ id: 1, key: "office_address", value: "5 Elm Street" }];
  openSheet("business");
  expect(await screen.findByText(/^Pages show the Office Address/)).toBeTruthy();
});

it("does not send coordinates that are no numbers", async () => {
  const { user } = openSheet("business");
  const latitude = await screen.findByLabelText(/^Latitude/);
  await user.clear(latitude);
  await user.type(latitude, "north");
  await user.click(screen.getByRole("button", { name: "Save Business" }));
  expect(await screen.findByText("Must be a number from -90 to 90.")).toBeTruthy();
  await waitFor(() => expect(latitude).toHaveFocus());
  expect(latitude).toHaveAttribute("aria-invalid", "true");
  expect(JSON.stringify(toasts.snapshot())).toContain("Update failed");
  expect(server.saves).toEqual([]);
});

it("adds, moves and removes people, with a photo from the library", async () => {
  const { user } = openSheet("people");
  await user.click(await screen.findByRole("button", { name: "Add Person" }));
  const [, , name] = screen.getAllByLabelText(/^Name/);
  const [, , role] = screen.getAllByLabelText(/^Role/);
  await user.type(name as HTMLElement, "Ana");
  await user.type(role as HTMLElement, "Technician");
  const people = within(screen.getByRole("form", { name: "People" }));
  await user.click(
    people.getAllByRole("button", { name: "Choose from Library" })[2] as HTMLElement,
  );
  // Somebody who is added is no owner.
  expect(screen.getAllByRole("switch", { name: "Owner" })[2]).not.toBeChecked();
  await user.click(screen.getByRole("button", { name: "Move Ana up" }));
  await user.click(screen.getByRole("button", { name: "Remove Sam Sample" }));
  await user.click(screen.getByRole("button", { name: "Save People" }));
  await waitFor(() => expect(server.saves).toHaveLength(1));
  const team = server.saves[0]?.team as Company["team"];
  expect(team.map((person) => [person.name, person.employee, person.imageUrl])).toEqual([
    ["Ana", true, "/objects/x"],
    ["Pat Placeholder", false, "/art/portrait-2.svg"],
  ]);
});

it("saves only the texts that were changed, and notes claims", async () => {
  const { user } = openSheet("texts");
  const text = await screen.findByLabelText("Mission statement");
  expect(text).toHaveProperty("value", mission.default);
  await user.clear(text);
  await user.type(text, "Harmless to pets.");
  expect(screen.getAllByText(/“Harmless/).length).toBeGreaterThan(0);
  await user.click(screen.getByRole("button", { name: "Save Page texts" }));
  await waitFor(() => expect(server.saves[0]?.texts).toEqual({ mission: "Harmless to pets." }));
  await user.click(await screen.findByRole("button", { name: /^Back to default/ }));
  expect(text).toHaveProperty("value", mission.default);
});

it("can only be read if a site file is in charge", async () => {
  server.company.fromFile = true;
  openSheet("business");
  expect(await screen.findByRole("note")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save Business" })).toBeNull();
  expect(screen.getByLabelText(/^Name/).closest("fieldset[disabled]")).not.toBeNull();
});

it("says that somebody else has saved meanwhile", async () => {
  server.refusal = {
    status: 409,
    body: { success: false, message: "Somebody else has changed this" },
  };
  const { user } = openSheet("business");
  await user.type(await screen.findByLabelText(/^Name/), "!");
  await user.click(screen.getByRole("button", { name: "Save Business" }));
  await waitFor(() => expect(JSON.stringify(toasts.snapshot())).toContain("Somebody else"));
  expect(screen.getByLabelText(/^Name/)).toHaveProperty("value", `${sampleIdentity.name}!`);
});

it("keeps the focus when people are moved or removed", async () => {
  const { user } = openSheet("people");
  const [first = "", second = ""] = server.company.team.map(({ name }) => name);
  const up = await screen.findByRole("button", { name: `Move ${second} up` });
  await user.click(up);
  expect(up).toHaveFocus();
  expect(up).toHaveAttribute("aria-disabled", "true");
  const place = screen.getByText(`${second}: position 1 of ${server.company.team.length}`);
  expect(place).toHaveAttribute("role", "status");
  await user.click(up);
  const names = screen
    .getAllByRole("textbox", { name: "Name" })
    .map((field) => (field as HTMLInputElement).value);
  expect(names).toEqual([second, first]);
  await user.click(screen.getByRole("button", { name: `Remove ${first}` }));
  expect(screen.getByRole("button", { name: "Add Person" })).toHaveFocus();
});

it("does not save a section that is unchanged with the shortcut", async () => {
  const { user } = openSheet("people");
  await screen.findByRole("button", { name: "Add Person" });
  await user.keyboard("{Control>}s{/Control}");
  await user.type(screen.getAllByRole("textbox", { name: "Name" })[0] as HTMLElement, "!");
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(server.saves).toHaveLength(1));
});

it("does not offer another provider's script", async () => {
  openSheet("business");
  const chat = await screen.findByRole("combobox", { name: /^Chat/ });
  expect(within(chat).queryByRole("option", { name: /script/ })).toBeNull();
});

it("shows another provider's script, which nobody can change", async () => {
  server.company.chat = { provider: "script", script: "https://widget.example/w.js" };
  openSheet("business");
  const url = await screen.findByRole("textbox", { name: /^Chat Script URL/ });
  expect(url).toHaveValue("https://widget.example/w.js");
  expect(url).toHaveAttribute("readonly");
});

it("keeps another provider's script when another field is saved", async () => {
  const chat = { provider: "script" as const, script: "https://widget.example/w.js" };
  server.company.chat = chat;
  const { user } = openSheet("business");
  await user.type(await screen.findByRole("textbox", { name: /^Tagline/ }), "!");
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(server.saves).toHaveLength(1));
  expect(server.saves[0]).toMatchObject({ chat });
});

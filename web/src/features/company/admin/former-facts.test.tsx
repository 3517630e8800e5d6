import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { FormerFacts } from "./former-facts";

const text = {
  kind: "service",
  id: "3",
  title: "Ants",
  field: "shortDescription",
  before: "Ants in Hillsboro.",
  after: "Ants in Waco.",
};

it("shows each text as it would read, and replaces all that were seen", async () => {
  const sent: unknown[] = [];
  let texts = [text];
  vi.stubGlobal("fetch", async (_: string, { method, body }: RequestInit) => {
    if (method === "POST") {
      sent.push(JSON.parse(String(body)));
      texts = [];
    }
    return Response.json({ success: true, message: "", data: { seen: "abc", texts } });
  });
  const { user } = renderWithPage(<FormerFacts />);
  const row = await screen.findByRole("listitem");
  expect(row).toHaveTextContent("Service “Ants”");
  await vi.waitFor(() => expect(row.querySelector("del")).toHaveTextContent("Hillsboro"));
  expect(row.querySelector("ins")).toHaveTextContent("Waco");
  await user.click(screen.getByRole("button", { name: "Replace everywhere" }));
  expect(await screen.findByText(/^No text names a former name/)).toBeVisible();
  expect(sent).toEqual([{ seen: "abc" }]);
});

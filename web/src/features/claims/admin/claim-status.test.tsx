import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockApi, renderWithPage } from "@/testing/render";
import { ClaimStatus } from "./claim-status";

const path = "/api/admin/claims";
const finding = {
  kind: "post",
  id: 3,
  title: "Wasps",
  phrase: "harmless",
  reason: "Texas rule 4 TAC §7.152 does not allow it.",
};

it("says how many pages were checked when nothing was found", async () => {
  mockApi({ [path]: { pages: 14, total: 0, findings: [] } });
  renderWithPage(<ClaimStatus />);
  expect(await screen.findByText("Wording check: 14 pages, 0 findings")).toBeVisible();
});

it("lists what was found, with the record and the reason", async () => {
  mockApi({ [path]: { pages: 14, total: 1, findings: [finding] } });
  const { user } = renderWithPage(<ClaimStatus />);
  await user.click(await screen.findByText(/14 pages, 1 finding$/));
  expect(screen.getByRole("listitem")).toHaveTextContent(
    `Blog post “Wasps”: harmless. ${finding.reason}`,
  );
  expect(screen.queryByText(/more/)).not.toBeInTheDocument();
});

it("says how many findings are not listed", async () => {
  mockApi({ [path]: { pages: 900, total: 61, findings: [finding] } });
  renderWithPage(<ClaimStatus />);
  expect(await screen.findByText("And 60 more.")).toBeInTheDocument();
});

it("says nothing when it does not know", async () => {
  mockApi({ [path]: 503 });
  const { container } = renderWithPage(<ClaimStatus />);
  await waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  expect(container).toBeEmptyDOMElement();
});

import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockApi, renderWithPage } from "@/testing/render";
import { ReviewStatus } from "./review-status";

const path = "/api/admin/google-reviews";
const problem = "Google no longer accepts this site's permission. Make a new refresh token.";

it("shows the number of reviews and when they were fetched, in the company's time zone", async () => {
  mockApi({
    [path]: {
      configured: true,
      count: 12,
      asOf: "2026-03-03T02:05:00Z",
      problem: "",
      needsOwner: false,
    },
  });
  renderWithPage(<ReviewStatus />);
  expect(await screen.findByText(/12 Google reviews/)).toHaveTextContent(
    /^12 Google reviews, last fetched March 2, 2026 at 8:05\sPM\.$/,
  );
  expect(screen.queryByRole("status")).not.toBeInTheDocument();
});

it("shows the problem together with the last successful fetch", async () => {
  mockApi({
    [path]: {
      configured: true,
      count: 1,
      asOf: "2026-03-03T02:05:00Z",
      problem,
      needsOwner: false,
    },
  });
  renderWithPage(<ReviewStatus />);
  const status = await screen.findByRole("status");
  expect(status).toHaveTextContent("1 Google review, last fetched March 2, 2026");
  expect(status).toHaveTextContent(problem);
});

it("shows the problem if no fetch has succeeded yet", async () => {
  mockApi({ [path]: { configured: true, count: 0, problem, needsOwner: false } });
  renderWithPage(<ReviewStatus />);
  expect(await screen.findByRole("status")).toHaveTextContent(
    `Google reviews could not be fetched yet. ${problem}`,
  );
});

it("shows that reviews are not connected", async () => {
  mockApi({ [path]: { configured: false, count: 0, problem: "", needsOwner: false } });
  renderWithPage(<ReviewStatus />);
  expect(await screen.findByText(/not connected/)).toBeVisible();
});

it("renders nothing if the status cannot be loaded", async () => {
  mockApi({ [path]: 503 });
  const { container } = renderWithPage(<ReviewStatus />);
  await waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  expect(container).toBeEmptyDOMElement();
});

it("offers to connect again if access was lost", async () => {
  mockApi({ [path]: { configured: true, count: 0, problem, needsOwner: true } });
  renderWithPage(<ReviewStatus />);
  expect(await screen.findByRole("link", { name: "Connect again" })).toHaveAttribute(
    "href",
    "/admin?panel=company&section=google",
  );
});

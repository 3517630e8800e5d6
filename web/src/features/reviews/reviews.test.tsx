import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Review } from "@/api/reviews";
import { mockApi, pending, renderWithPage } from "@/testing/render";
import { Reviews } from "./reviews";

function review(number: number, starRating = "FIVE"): Review {
  return {
    reviewId: `r${number}`,
    reviewer: { displayName: `Customer ${number}`, profilePhotoUrl: "" },
    starRating,
    comment: `Comment ${number}`,
    createTime: "2026-03-03T02:00:00Z",
    createDay: "2026-03-02",
  };
}

it("shows a spinner while the reviews load", () => {
  mockApi({ "/api/google-reviews": pending });
  renderWithPage(<Reviews />);
  expect(screen.getByRole("status")).toHaveTextContent("Loading reviews...");
});

it("shows an error if they cannot be loaded", async () => {
  mockApi({ "/api/google-reviews": 502 });
  renderWithPage(<Reviews />);
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Unable to load reviews. Please try again later.",
  );
  expect(screen.queryByText(/Straight from Google/)).toBeNull();
});

it("invites the first review if there are none", async () => {
  mockApi({ "/api/google-reviews": [], "/api/review-page": { url: "" } });
  renderWithPage(<Reviews />);
  expect(
    await screen.findByText("No reviews available yet. Be the first to review our services!"),
  ).toBeVisible();
  expect(screen.queryByText(/Straight from Google/)).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
});

it("leads to the company's page at Google beside that invitation", () => {
  const url = "https://search.google.com/local/writereview?placeid=x";
  renderWithPage(<Reviews />, { data: { "google-reviews": [], "review-page": { url } } });
  expect(
    screen.getByText("No reviews available yet. Be the first to review our services!"),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "Write a review on Google" })).toHaveAttribute(
    "href",
    url,
  );
});

it("shows name, stars, comment and date", () => {
  renderWithPage(<Reviews />, { data: { "google-reviews": [review(1, "FOUR")] } });
  const card = screen.getByRole("article");
  expect(card).toHaveTextContent("4 out of 5 stars");
  expect(card).toHaveTextContent("Comment 1");
  expect(card).toHaveTextContent("Customer 1");
  expect(card).toHaveTextContent("March 2, 2026");
  expect(screen.getByText("Straight from Google, newest first, none left out.")).toBeVisible();
});

it("shows an unknown rating as no stars", () => {
  renderWithPage(<Reviews />, { data: { "google-reviews": [review(1, "SPLENDID")] } });
  expect(screen.getByText("0 out of 5 stars")).toBeInTheDocument();
});

it("shows all reviews in their order", () => {
  const reviews = Array.from({ length: 9 }, (_, index) => review(index));
  renderWithPage(<Reviews />, { data: { "google-reviews": reviews } });
  expect(screen.getAllByText(/^Comment/).map((comment) => comment.textContent)).toEqual(
    reviews.map(({ comment }) => comment),
  );
});

it("shows many reviews in portions", async () => {
  const reviews = Array.from({ length: 1000 }, (_, index) => review(index));
  const { user } = renderWithPage(<Reviews />, { data: { "google-reviews": reviews } });
  expect(screen.getAllByText(/^Comment/)).toHaveLength(24);
  await user.click(screen.getByText("Show more reviews"));
  await user.click(screen.getByRole("button", { name: "Show 18 of 976 older reviews" }));
  expect(screen.getAllByText(/^Comment/)).toHaveLength(42);
});

it("fetches all reviews if the page contained only the newest", async () => {
  const reviews = Array.from({ length: 30 }, (_, index) => review(index));
  mockApi({ "/api/google-reviews": reviews });
  const { user } = renderWithPage(<Reviews />, {
    queries: [{ key: ["google-reviews"], data: reviews.slice(0, 24), partial: true }],
  });
  expect(screen.getAllByText(/^Comment/)).toHaveLength(24);
  await user.click(await screen.findByRole("button", { name: "Show 6 of 6 older reviews" }));
  expect(screen.getAllByText(/^Comment/)).toHaveLength(30);
});

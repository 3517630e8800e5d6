import { queryOptions } from "@tanstack/react-query";
import { getData, type Schema } from "./client";

/** Its starRating is ONE to FIVE; anything else counts as no star. */
export type Review = Schema<"Review">;

export const reviewKeys = { all: ["google-reviews"] as const };

export const reviewsQuery = queryOptions({
  queryKey: reviewKeys.all,
  queryFn: () => getData<Review[]>("/api/google-reviews"),
  staleTime: 300_000,
});

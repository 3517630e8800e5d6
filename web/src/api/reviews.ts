import { queryOptions } from "@tanstack/react-query";
import { getData, type Schema } from "./client";

/** A review. Its starRating is ONE to FIVE; anything else counts as no stars. */
export type Review = Schema<"Review">;

export const reviewKeys = { all: ["google-reviews"] as const };

export const reviewsQuery = queryOptions({
  queryKey: reviewKeys.all,
  queryFn: () => getData("/api/google-reviews"),
  staleTime: 300_000,
});

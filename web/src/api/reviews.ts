import type { Query } from "@/lib/data-store";
import { getData, type Schema } from "./client";

/** A review. Its starRating is ONE to FIVE; anything else counts as no stars. */
export type Review = Schema<"Review">;

export const reviewKeys = { all: ["google-reviews"] as const };

export const reviewsQuery: Query<Review[]> = {
  queryKey: reviewKeys.all,
  queryFn: () => getData("/api/google-reviews"),
  staleTime: 300_000,
};

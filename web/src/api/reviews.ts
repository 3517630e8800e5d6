import type { Query } from "@/lib/data-store";
import { getData, type Schema } from "./client";

/** A review. Its starRating is ONE to FIVE; anything else counts as no stars. */
export type Review = Schema<"Review">;

export const reviewKeys = { all: ["google-reviews"] as const };

/** The page at Google on which customers write a review. Its URL is empty if there is none. */
export const reviewPageQuery: Query<Schema<"ReviewPage">> = {
  queryKey: ["review-page"],
  queryFn: () => getData("/api/review-page"),
};

export const reviewsQuery: Query<Review[]> = {
  queryKey: reviewKeys.all,
  queryFn: () => getData("/api/google-reviews"),
  staleTime: 300_000,
};

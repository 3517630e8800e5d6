import { queryOptions } from "@tanstack/react-query";
import { getData } from "./client";

export interface Review {
  reviewId: string;
  reviewer: { displayName: string; profilePhotoUrl: string };
  /** ONE to FIVE; anything else counts as no star. */
  starRating: string;
  comment: string;
  createTime: string;
}

export const reviewKeys = { all: ["google-reviews"] as const };

export const reviewsQuery = queryOptions({
  queryKey: reviewKeys.all,
  queryFn: () => getData<Review[]>("/api/google-reviews"),
  staleTime: 300_000,
});

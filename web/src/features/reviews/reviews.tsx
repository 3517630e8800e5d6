import { useQuery } from "@tanstack/react-query";
import { ChevronDown, CloudOff, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { type Review, reviewsQuery } from "@/api/reviews";
import { Button, buttonStyle } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { Spinner } from "@/ui/spinner";
import { ReviewCard } from "./review-card";

const shownFirst = 6;
const shownMore = 18;

/** The customers' reviews, newest first and none left out. */
export function Reviews() {
  const { data: reviews, isPending } = useQuery(reviewsQuery);
  if (isPending) return <Spinner label="Loading reviews..." quiet />;
  if (!reviews) {
    return (
      <Notice
        role="alert"
        icon={<CloudOff />}
        title="Unable to load reviews. Please try again later."
      />
    );
  }
  if (reviews.length === 0) {
    return (
      <Notice
        icon={<MessageSquareText />}
        title="No reviews available yet. Be the first to review our services!"
      />
    );
  }
  const rest = reviews.slice(shownFirst);
  return (
    <>
      <ReviewColumns reviews={reviews.slice(0, shownFirst)} />
      {rest.length > 0 && (
        <details className="group mt-5">
          <summary
            className={buttonStyle({
              variant: "outline",
              className: "list-none group-open:mb-5 [&::-webkit-details-marker]:hidden",
            })}
          >
            <span className="group-open:hidden">Show more reviews</span>
            <span className="hidden group-open:inline">Show fewer reviews</span>
            <ChevronDown className="size-5 group-open:rotate-180" aria-hidden="true" />
          </summary>
          <ReviewPortions reviews={rest} />
        </details>
      )}
    </>
  );
}

/** The reviews portion by portion, because there may be thousands. */
function ReviewPortions({ reviews }: { reviews: Review[] }) {
  const [portions, setPortions] = useState(1);
  return (
    <>
      {/* Columns of their own, so that what one has read stays where it is. */}
      {Array.from({ length: portions }, (_, index) => index * shownMore).map((start) => (
        <ReviewColumns key={start} reviews={reviews.slice(start, start + shownMore)} />
      ))}
      {reviews.length > portions * shownMore && (
        <Button variant="outline" onClick={() => setPortions(portions + 1)}>
          Show {Math.min(shownMore, reviews.length - portions * shownMore)} of{" "}
          {reviews.length - portions * shownMore} older reviews
        </Button>
      )}
    </>
  );
}

function ReviewColumns({ reviews }: { reviews: Review[] }) {
  return (
    <div className="gap-5 md:columns-2 lg:columns-3">
      {reviews.map((review) => (
        <div key={review.reviewId} className="break-inside-avoid pb-5">
          <ReviewCard review={review} />
        </div>
      ))}
    </div>
  );
}

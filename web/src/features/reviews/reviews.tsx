import { ChevronDown, CloudOff, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { type Review, reviewPageQuery, reviewsQuery } from "@/api/reviews";
import { useData } from "@/lib/data-store";
import { Button, buttonClass } from "@/ui/button";
import { ExternalLink } from "@/ui/external-link";
import { Spinner } from "@/ui/spinner";
import { ReviewCard } from "./review-card";

const noteClass =
  "mt-6 flex items-center gap-4 text-lead text-soft [&_svg]:size-9 [&_svg]:flex-none [&_svg]:text-accent";

const shownFirst = 6;
const shownMore = 18;

/** All reviews, newest first. */
export function Reviews() {
  const { data: reviews, isPending } = useData(reviewsQuery);
  if (isPending) return <Spinner label="Loading reviews..." labelHidden />;
  if (!reviews) {
    return (
      <p role="alert" className={noteClass}>
        <CloudOff aria-hidden="true" />
        Unable to load reviews. Please try again later.
      </p>
    );
  }
  if (reviews.length === 0) {
    return (
      <>
        <p className={noteClass}>
          <MessageSquareText aria-hidden="true" />
          No reviews available yet. Be the first to review our services!
        </p>
        <ReviewPageLink />
      </>
    );
  }
  const rest = reviews.slice(shownFirst);
  return (
    <>
      <p className="mt-3 mb-10 text-lead text-soft">
        Straight from Google, newest first, none left out.
      </p>
      <ReviewGrid reviews={reviews.slice(0, shownFirst)} leading />
      {rest.length > 0 && (
        <details className="group mt-5">
          <summary
            className={buttonClass({
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

/** Leads to where customers write a review, once the company has connected Google. */
function ReviewPageLink() {
  const { data } = useData(reviewPageQuery);
  return (
    data?.url && (
      <ExternalLink
        href={data.url}
        className={buttonClass({ variant: "outline", className: "mt-5" })}
      >
        Write a review on Google
      </ExternalLink>
    )
  );
}

/** Shows the reviews in portions, because there can be thousands. */
function ReviewPortions({ reviews }: { reviews: Review[] }) {
  const [shown, setShown] = useState(shownMore);
  const hidden = reviews.length - shown;
  return (
    <>
      <ReviewGrid reviews={reviews.slice(0, shown)} />
      {hidden > 0 && (
        <Button variant="outline" className="mt-5" onClick={() => setShown(shown + shownMore)}>
          Show {Math.min(shownMore, hidden)} of {hidden} older reviews
        </Button>
      )}
    </>
  );
}

interface ReviewGridProps {
  reviews: Review[];
  /** Shows the first one large. */
  leading?: boolean;
}

/** In rows, so that the newest come first. */
function ReviewGrid({ reviews, leading = false }: ReviewGridProps) {
  return (
    <div className="grid items-start gap-5 md:grid-cols-2 lg:grid-cols-3">
      {reviews.map((review, index) => (
        <ReviewCard key={review.reviewId} review={review} large={leading && index === 0} />
      ))}
    </div>
  );
}

import { clsx } from "clsx";
import { useState } from "react";
import type { Review } from "@/api/reviews";
import { formatDate } from "@/lib/dates";
import { Stars } from "./stars";

interface ReviewCardProps {
  review: Review;
  /** Across the whole width, in larger text. */
  large?: boolean;
}

/** A review; without a comment it takes one line. */
export function ReviewCard({ review, large = false }: ReviewCardProps) {
  const { reviewer, starRating, comment, createDay } = review;
  return (
    <article
      className={clsx(
        "flex gap-4 rounded-3xl border border-line bg-paper",
        comment ? "flex-col p-6" : "flex-wrap items-center justify-between px-6 py-4",
        comment && large && "col-span-full text-lead md:p-10",
      )}
    >
      <Stars rating={starRating} />
      {comment && <p className="whitespace-pre-line">{comment}</p>}
      <footer className="flex items-center gap-3">
        <Portrait name={reviewer.displayName} photoUrl={reviewer.profilePhotoUrl} />
        <p className="text-base leading-tight">
          <span className="block font-semibold">{reviewer.displayName}</span>
          <span className="text-[0.9rem] text-soft">{formatDate(createDay)}</span>
        </p>
      </footer>
    </article>
  );
}

/** The reviewer's photo, or the initial of the name. */
function Portrait({ name, photoUrl }: { name: string; photoUrl: string }) {
  const [broken, setBroken] = useState(false);
  return (
    <span
      className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-full bg-primary-tint font-display font-bold text-primary"
      aria-hidden="true"
    >
      {photoUrl && !broken ? (
        <img
          src={photoUrl}
          alt=""
          width={44}
          height={44}
          loading="lazy"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setBroken(true)}
        />
      ) : (
        name.charAt(0)
      )}
    </span>
  );
}

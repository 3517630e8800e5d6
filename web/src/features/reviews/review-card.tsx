import { useState } from "react";
import type { Review } from "@/api/reviews";
import { formatDate } from "@/lib/dates";
import { Stars } from "./stars";

export function ReviewCard({ review }: { review: Review }) {
  const { reviewer, starRating, comment, createDay } = review;
  return (
    <article className="flex flex-col gap-4 rounded-3xl border border-line bg-paper p-6">
      <Stars rating={starRating} />
      {comment && <p className="whitespace-pre-line">{comment}</p>}
      <footer className="mt-auto flex items-center gap-3">
        <Portrait name={reviewer.displayName} photoUrl={reviewer.profilePhotoUrl} />
        <p className="leading-tight">
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

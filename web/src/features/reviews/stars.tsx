import { Star } from "lucide-react";
import { maxStars, starCount } from "./star-rating";

/** A rating as icons, with text for screen readers. */
export function Stars({ rating }: { rating: string }) {
  const count = starCount(rating);
  return (
    <p className="flex gap-0.5">
      <span className="sr-only">{`${count} out of ${maxStars} stars`}</span>
      {Array.from({ length: maxStars }, (_, index) => (
        <Star
          // biome-ignore lint/suspicious/noArrayIndexKey: the stars are never reordered
          key={index}
          aria-hidden="true"
          className={index < count ? "size-5 fill-glow text-star-edge" : "size-5 text-edge"}
        />
      ))}
    </p>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { reviewRequestQuery } from "@/api/admin/google";
import { usePage } from "@/domain/page-data";
import { CopyButton } from "@/ui/admin/copy-button";
import { QueryError } from "@/ui/admin/query-error";
import { Button, buttonClass } from "@/ui/button";
import { Spinner } from "@/ui/spinner";

/** Ways to ask a customer for a review, the same for every one. */
export function AskForReview() {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="border-line border-t p-4"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">Ask for a review</summary>
      {open && <ReviewRequest />}
    </details>
  );
}

function ReviewRequest() {
  const { data: request, error, refetch } = useQuery(reviewRequestQuery);
  const { identity } = usePage();
  if (!request) {
    return error ? (
      <QueryError what="the address for reviews" error={error} onRetry={() => void refetch()} />
    ) : (
      <Spinner label="Loading..." />
    );
  }
  if (request.url === "") {
    return (
      <p className="text-sm text-soft">
        Once Google is connected and has verified your business, the address of your page for
        reviews stands here.{" "}
        <Link
          href="/admin?panel=company&section=google"
          className="inline-flex min-h-6 items-center font-semibold underline"
        >
          Connect Google
        </Link>
      </p>
    );
  }
  const words = `Thank you for choosing ${identity.name}! Would you tell others on Google how it went?`;
  const text = `${words} ${request.url}`;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-soft">
        Ask every customer in the same words, happy or not: Google does not allow asking only some.
      </p>
      <p className="rounded-lg bg-sunken p-3 text-sm wrap-anywhere">{text}</p>
      <div className="flex flex-wrap gap-2">
        {/* Not every browser can share. */}
        {typeof navigator.share === "function" && (
          <Button
            size="small"
            // A person who closes the share sheet rejects it.
            onClick={() => void navigator.share({ text: words, url: request.url }).catch(() => {})}
          >
            Share
          </Button>
        )}
        {/* "?&" works on iPhones and Android. The person chooses whom to send it to. */}
        <a
          href={`sms:?&body=${encodeURIComponent(text)}`}
          className={buttonClass({ variant: "outline", size: "small" })}
        >
          Send as text
        </a>
        <CopyButton label="Copy" text={text} what="text" />
      </div>
      <figure className="justify-self-start">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(request.qr)}`}
          alt="QR code of your page for reviews"
          className="size-52 rounded-lg"
        />
        <figcaption className="mt-1 text-sm text-soft">
          Customers scan this with their phone.
        </figcaption>
      </figure>
    </div>
  );
}

import { MessageCircle, Phone } from "lucide-react";
import { Link } from "wouter";
import { usePage } from "@/domain/page-data";
import { usePageTexts } from "@/features/company/use-page-texts";
import { buttonClass } from "@/ui/button";
import { Heading } from "@/ui/heading";
import { Perimeter } from "@/ui/perimeter";

/** The last section of some pages: chat or call. */
export function CallToAction({ page }: { page: "home" | "services" }) {
  const { identity } = usePage();
  const text = usePageTexts(page);
  return (
    <section aria-labelledby="call-to-action" className="band-clay">
      <div className="wrap grid items-end gap-8 pt-16 pb-8 md:pt-24 lg:grid-cols-[1.4fr_1fr]">
        <div>
          <Heading id="call-to-action">{text("closing.title")}</Heading>
          <p className="mt-4 max-w-xl text-lead text-soft">{text("closing.text")}</p>
        </div>
        <div>
          <div className="flex flex-col gap-3 sm:flex-row">
            <Link
              href="/contact"
              state={{ chat: true }}
              data-chat
              className={buttonClass({ variant: "cream", size: "large", className: "grow" })}
            >
              <MessageCircle className="size-5" aria-hidden="true" />
              Chat With Us
            </Link>
            <a
              href={`tel:${identity.phoneE164}`}
              className={buttonClass({
                variant: "outline",
                size: "large",
                className: "grow border-ink",
              })}
            >
              <Phone className="size-5" aria-hidden="true" />
              {identity.phone}
            </a>
          </div>
          <p className="mt-4 text-soft">
            Serving {identity.town} and surrounding {identity.county}.
          </p>
        </div>
      </div>
      <Perimeter className="-mb-0.5 h-20 md:h-28" />
    </section>
  );
}

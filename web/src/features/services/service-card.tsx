import { ArrowRight } from "lucide-react";
import { Link } from "wouter";
import type { Service } from "@/api/services";
import { CheckList } from "@/ui/check-list";
import { CoverPicture } from "@/ui/cover-picture";

const maxFeatures = 3;

interface ServiceCardProps {
  service: Service;
  /** Omits the features. */
  brief?: boolean;
  /** The first card on the page: its image is loaded with high priority. */
  leading?: boolean;
}

/** A service in a list: stacked if narrow, image beside text if wide. */
export function ServiceCard({ service, brief = false, leading = false }: ServiceCardProps) {
  const { name, slug, shortDescription, imageUrl, image, features } = service;
  return (
    <article className="@container group relative">
      <div className="flex h-full flex-col overflow-hidden rounded-3xl border border-line bg-surface transition-[border-color,box-shadow] duration-200 group-hover:border-glow group-hover:shadow-[0_0_0_3px_color-mix(in_srgb,var(--color-glow)_35%,transparent)] @lg:flex-row">
        <div className="relative aspect-[4/3] shrink-0 overflow-hidden bg-sunken @lg:aspect-auto @lg:w-[42%]">
          <CoverPicture
            src={imageUrl}
            details={image}
            alt=""
            sizes="(min-width: 768px) 24rem, 100vw"
            width={1200}
            height={900}
            loading={leading ? "eager" : "lazy"}
            fetchPriority={leading ? "high" : undefined}
            className="absolute inset-0 size-full"
          />
        </div>
        <div className="flex grow flex-col p-6">
          <h3 className="text-xl">
            <Link href={`/services/${slug}`} className="after:absolute after:inset-0">
              {name}
            </Link>
          </h3>
          <p className="mt-2 text-soft">{shortDescription}</p>
          {!brief && features.length > 0 && (
            <div className="mt-4 text-compact">
              <CheckList items={features.slice(0, maxFeatures)} />
            </div>
          )}
          <p
            className="mt-auto flex items-center gap-2 pt-5 font-display font-bold text-primary"
            aria-hidden="true"
          >
            Details
            <ArrowRight className="size-5 transition-[translate] group-hover:translate-x-1" />
          </p>
        </div>
      </div>
    </article>
  );
}

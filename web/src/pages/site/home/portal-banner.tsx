import { ArrowUpRight } from "lucide-react";
import { usePage } from "@/domain/page-data";
import { ExternalLink } from "@/ui/external-link";

export function PortalBanner() {
  const { identity } = usePage();
  return (
    <aside aria-label="For customers" className="bg-primary-fill text-white">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-3">
        <p>
          <strong className="font-display">Already a customer?</strong> See past visits, ask for the
          next one and pay online.
        </p>
        <ExternalLink
          href={identity.portalUrl || "/customer-portal"}
          className="inline-flex min-h-11 items-center gap-1.5 font-display font-bold underline decoration-white/50 underline-offset-4 hover:decoration-white focus-visible:outline-white"
        >
          Customer Portal
          <ArrowUpRight className="size-5" aria-hidden="true" />
        </ExternalLink>
      </div>
    </aside>
  );
}

import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { shortHours, summarizeWeek } from "@/domain/hours";
import { usePage } from "@/domain/page-data";
import { formatDates } from "@/domain/special-days";
import { useOfficeAddress } from "@/features/content/use-office-address";
import { useSavedHours, useSpecialDays } from "@/features/hours/use-saved-hours";
import { SocialLinks } from "@/features/social/social-links";
import { EmailText } from "@/ui/email-text";
import { ExternalLink } from "@/ui/external-link";
import { PlaceholderLink } from "@/ui/placeholder-link";
import { Brand } from "./brand";
import { pageLinks } from "./navigation";
import { ThemeControl } from "./theme-control";

const linkClass =
  "inline-flex min-h-11 min-w-11 items-center gap-1 py-2 text-soft underline-offset-4 hover:text-ink hover:underline";

export function Footer() {
  const { identity, year, footerServices } = usePage();
  const office = useOfficeAddress();
  const hours = summarizeWeek(useSavedHours());
  const [special] = useSpecialDays();
  return (
    // The bottom padding keeps the last links clear of the contact dock.
    <footer className="band-pine wrap-anywhere border-t-2 border-thread pb-20 lg:pb-0">
      <div className="wrap pt-16 pb-10">
        <div className="grid gap-x-6 gap-y-12 min-[16rem]:grid-cols-2 lg:grid-cols-[1.5fr_1fr_1.2fr_1.4fr] lg:gap-x-10">
          <div className="max-md:col-span-full">
            <Link href="/" className="inline-block rounded-lg">
              <Brand />
            </Link>
            <p className="mt-4 mb-6 max-w-xs text-soft">
              {identity.tagline}.{identity.license && ` License ${identity.license}.`}
            </p>
            <SocialLinks />
          </div>
          <Column title="Quick Links" className="print:hidden">
            <nav aria-label="Footer">
              <ul>
                {pageLinks.map(({ href, label }) => (
                  <li key={href}>
                    <Link href={href} className={linkClass}>
                      {label}
                    </Link>
                  </li>
                ))}
                <li>
                  <ExternalLink
                    href={identity.portalUrl || "/customer-portal"}
                    className={linkClass}
                  >
                    Customer Portal
                    <ArrowUpRight className="size-4" aria-hidden="true" />
                  </ExternalLink>
                </li>
              </ul>
            </nav>
          </Column>
          <Column title="Our Services" className="print:hidden">
            <ul>
              {footerServices.map((name) => (
                <li key={name}>
                  <Link href="/services" className={linkClass}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </Column>
          <Column title="Contact Us" className="max-md:col-span-full">
            <address className="not-italic text-soft">
              <p className="py-2">
                {office.town}, {office.stateCode} {office.postalCode}
              </p>
              <p>
                <a href={`tel:${identity.phoneE164}`} className={linkClass}>
                  {identity.phone}
                </a>
              </p>
              <p>
                <a href={`mailto:${identity.email}`} className={linkClass}>
                  <EmailText email={identity.email} />
                </a>
              </p>
            </address>
            <p className="py-2 text-soft">
              {hours.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
              {special && (
                <span className="block">
                  {formatDates(special)} {shortHours(special)}
                  {special.label && ` (${special.label})`}
                </span>
              )}
            </p>
          </Column>
        </div>
        <div className="mt-14 flex flex-wrap items-center justify-between gap-x-8 gap-y-5 border-t border-line pt-6 text-compact text-soft">
          <p>
            © {year} {identity.name}. All rights reserved.
          </p>
          <ul className="flex flex-wrap gap-x-6 print:hidden">
            {["Privacy Policy", "Terms of Service", "Sitemap"].map((name) => (
              <li key={name}>
                <PlaceholderLink className="inline-flex min-h-11 items-center">
                  {name}
                </PlaceholderLink>
              </li>
            ))}
          </ul>
          <ThemeControl />
        </div>
      </div>
    </footer>
  );
}

interface ColumnProps {
  title: string;
  className?: string;
  children: ReactNode;
}

function Column({ title, className, children }: ColumnProps) {
  return (
    <div className={className}>
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </div>
  );
}

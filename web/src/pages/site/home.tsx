import { usePage } from "@/domain/page-data";
import { usePageTexts } from "@/features/company/use-page-texts";
import { useContent } from "@/features/content/use-content";
import { useSavedHours, useSpecialDays } from "@/features/hours/use-saved-hours";
import { Reviews } from "@/features/reviews/reviews";
import { useSocialLinks } from "@/features/social/use-social-links";
import { CallToAction } from "@/layout/call-to-action";
import { Head } from "@/layout/head";
import { Heading } from "@/ui/heading";
import { Section } from "@/ui/section";
import { BlogTeaser } from "./home/blog-teaser";
import { FeaturedServices } from "./home/featured-services";
import { Hero } from "./home/hero";
import { Owners } from "./home/owners";
import { PortalBanner } from "./home/portal-banner";
import { Sightings } from "./home/sightings";
import { TrustStrip } from "./home/trust-strip";
import { WhoWeServe } from "./home/who-we-serve";
import { WhyChooseUs } from "./home/why-choose-us";

export function Home() {
  const { identity } = usePage();
  const text = usePageTexts("home");
  const officeAddress = useContent("home")("office_address");
  const savedHours = useSavedHours();
  const specialDays = useSpecialDays();
  const socialUrls = useSocialLinks().flatMap(({ url }) => (url ? [url] : []));
  return (
    <>
      <Head
        title={`Pest Control in ${identity.town}, ${identity.stateCode}`}
        description={`Termites, mosquitoes, rodents and everyday pests in ${identity.county}, ${identity.stateCode}. Local owners, ${identity.experience}. Call ${identity.phone}.`}
        feed
        subject={{ business: { savedHours, specialDays, socialUrls, officeAddress } }}
      />
      <Hero />
      <PortalBanner />
      <TrustStrip />
      <Sightings />
      <FeaturedServices />
      <WhoWeServe text={text} />
      <WhyChooseUs text={text} />
      <Owners text={text} />
      <Section variant="surface" labelledBy="reviews">
        <Heading id="reviews">What Our Customers Say</Heading>
        <Reviews />
      </Section>
      <BlogTeaser />
      <CallToAction page="home" />
    </>
  );
}

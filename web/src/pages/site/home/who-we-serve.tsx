import { ArrowRight } from "lucide-react";
import { Link } from "wouter";
import { usePage } from "@/domain/page-data";
import { CheckList } from "@/ui/check-list";
import { Heading } from "@/ui/heading";
import { Section } from "@/ui/section";

const customers = [
  {
    name: "Residential",
    picture: "/art/residential.svg",
    text: "Brick on a slab, a bungalow on piers, a farmhouse with a barn. One plan for the whole place.",
  },
  {
    name: "Commercial",
    picture: "/art/commercial.svg",
    text: "Restaurants, shops, schools and warehouses. Documented visits at hours that suit you.",
  },
  {
    name: "New Construction",
    picture: "/art/new-construction.svg",
    text: "Soil treatment before the pour, with the papers that the closing will ask for.",
  },
];

export function WhoWeServe() {
  const { identity } = usePage();
  return (
    <Section variant="pine" labelledBy="who-we-serve">
      <Heading id="who-we-serve">Who We Serve</Heading>
      <ul className="mt-10 grid gap-x-6 gap-y-8 md:grid-cols-3">
        {customers.map(({ name, picture, text }) => (
          <li
            key={name}
            className="group relative grid grid-cols-[38%_1fr] items-center gap-5 md:grid-cols-1 md:items-start"
          >
            <div className="overflow-hidden rounded-2xl md:rounded-3xl">
              <img
                src={picture}
                alt=""
                width={1200}
                height={900}
                loading="lazy"
                className="aspect-square w-full object-cover transition-[scale] duration-500 ease-settle group-hover:scale-104 md:aspect-[4/3]"
              />
            </div>
            <div>
              <h3 className="pr-8.5 text-xl md:text-2xl">
                <Link href="/services" className="after:absolute after:inset-0">
                  {name}
                  {/* The negative margin gives the arrow no width, so that it stays on the line
                      of the last word. */}
                  <ArrowRight
                    className="-mr-8.5 ml-2.5 inline size-6 align-[-0.2em] text-glow transition-[translate] group-hover:translate-x-1"
                    aria-hidden="true"
                  />
                </Link>
              </h3>
              <p className="mt-2 text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-16 grid items-center gap-10 md:mt-24 md:grid-cols-2 lg:gap-16">
        <div className="perimeter mx-2.5">
          <img
            src="/art/inspection.svg"
            alt="A technician kneeling with a flashlight at the crawl space of a house"
            width={1200}
            height={900}
            loading="lazy"
            className="aspect-[4/3] w-full rounded-2xl object-cover"
          />
        </div>
        <div>
          <h3 className="text-title">Technicians who come back</h3>
          <p className="mt-4 mb-6 text-lead text-soft">
            The person who treated your house in spring is the one who knocks in fall. They have
            seen your attic, they know the dog, and they remember where the ants came in.
          </p>
          <CheckList
            items={[
              "Trained beside an owner before they run a route alone",
              "The label of every product on the truck, yours to read",
              `A written report after each visit, license ${identity.license} on it`,
            ]}
          />
        </div>
      </div>
    </Section>
  );
}

import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { usePage } from "@/domain/page-data";

/** What speaks for the company, in one line; on a phone in two. Facts that are empty leave no gap. */
export function TrustStrip() {
  const { license, experience, guarantee } = usePage().identity;
  const facts = Object.entries({
    License: license,
    Experience: experience,
    Guarantee: guarantee,
  }).filter(([, fact]) => fact);
  const Hours = useOpenNowFact();
  return (
    <dl className="wrap grid grid-cols-2 gap-x-6 gap-y-5 pt-8 text-compact leading-snug md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
      {facts.map(([name, fact]) => (
        <Fact key={name} name={name}>
          {fact}
        </Fact>
      ))}
      {/* It is known in the browser only, and the space is kept for it. */}
      {Hours ? <Hours fact={Fact} /> : <Fact name="Hours" />}
    </dl>
  );
}

interface FactProps {
  name: string;
  children?: ReactNode;
}

function Fact({ name, children }: FactProps) {
  return (
    <div className="border-l-3 border-glow pl-3.5">
      <dt className="text-soft">{name}</dt>
      <dd className="min-h-[2lh] font-semibold xl:min-h-[1lh]">{children}</dd>
    </div>
  );
}

type HoursFact = ComponentType<{ fact: typeof Fact }>;

/** Loaded after the first view. */
function useOpenNowFact(): HoursFact | undefined {
  const [loaded, setLoaded] = useState<HoursFact>();
  useEffect(() => {
    // Without it the line stays empty.
    import("@/features/hours/open-now").then(
      ({ OpenNowFact }) => setLoaded(() => OpenNowFact),
      () => {},
    );
  }, []);
  return loaded;
}

import { ImageIcon } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "@/ui/button";
import { CheckList } from "@/ui/check-list";
import { Heading } from "@/ui/heading";
import { Editable } from "./editable";

/** Preview of the services page; the gallery edits the services themselves. */
export function ServicesPreview({ gallery }: { gallery: ReactNode }) {
  return (
    <>
      <div className="grid gap-4 bg-sunken px-[min(1.25rem,6vw)] py-10 md:px-10">
        <Editable name="services_title">
          {(text) => <h3 className="text-display">{text}</h3>}
        </Editable>
        <Editable name="services_subtitle">
          {(text) => <p className="max-w-2xl text-lead text-soft">{text}</p>}
        </Editable>
      </div>
      <div className="px-[min(1.25rem,6vw)] py-8 md:px-10">{gallery}</div>
      <SampleDetail />
    </>
  );
}

/** The structure of a service's page. */
function SampleDetail() {
  return (
    <div className="border-line border-t px-[min(1.25rem,6vw)] py-10 md:px-10">
      <Heading>Sample Service Detail Page</Heading>
      <p className="mt-2 text-soft">
        Every service has a page like this one. Its own template is edited in the Services tab.
      </p>
      <div className="mt-6 grid gap-8 rounded-2xl border border-edge border-dashed p-[min(1.25rem,5vw)] md:grid-cols-2 md:p-8">
        <div className="grid aspect-[4/3] place-items-center rounded-2xl bg-sunken text-edge">
          <ImageIcon aria-hidden className="size-12" strokeWidth={1.5} />
        </div>
        <div>
          <h3 className="text-title">Service Name</h3>
          <p className="mt-3 text-lead text-soft">The short description of the service.</p>
          <div className="mt-5">
            <CheckList items={["First feature", "Second feature", "Third feature"]} />
          </div>
          <span className={buttonClass({ className: "mt-6" })}>Request a Free Quote</span>
        </div>
      </div>
    </div>
  );
}

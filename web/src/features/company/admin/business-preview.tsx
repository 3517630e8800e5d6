import { Mail, MapPin, Phone } from "lucide-react";
import type { BusinessValues } from "./business-fields";

/** The facts as the footer and a search result show them. */
export function BusinessPreview({ values }: { values: BusinessValues }) {
  const { name, tagline, license, town, stateCode, postalCode, street, phone, email } = values;
  return (
    <div className="grid gap-4 wrap-anywhere">
      <div className="band-pine rounded-xl p-4">
        <p className="font-bold font-display text-lg">{name}</p>
        <p className="mt-1 text-sm text-soft">
          {tagline}. License {license}.
        </p>
        <ul className="mt-3 grid gap-1.5 text-sm [&_svg]:size-4 [&_svg]:flex-none">
          <li className="flex gap-2">
            <MapPin aria-hidden />
            {street}, {town}, {stateCode} {postalCode}
          </li>
          <li className="flex gap-2">
            <Phone aria-hidden />
            {phone}
          </li>
          <li className="flex gap-2">
            <Mail aria-hidden />
            {email}
          </li>
        </ul>
      </div>
      <div className="text-sm">
        <p className="font-semibold text-primary">
          {tagline} | {name}
        </p>
        <p className="text-soft">
          Termites, mosquitoes, rodents and everyday pests in {town}, {stateCode} and all of{" "}
          {values.county}. Local owners, {values.experience}, free estimates. Call {phone}.
        </p>
      </div>
    </div>
  );
}

import { atNight } from "./kit/night.mjs";
import { nothingHere } from "./scenes/404.mjs";
import { articleTermites } from "./scenes/article-termites.mjs";
import { commercial } from "./scenes/commercial.mjs";
import { founders } from "./scenes/founders.mjs";
import { generalPest } from "./scenes/general-pest.mjs";
import { hero, heroTall } from "./scenes/hero.mjs";
import { inspection } from "./scenes/inspection.mjs";
import { mosquitoes } from "./scenes/mosquito.mjs";
import { newConstruction } from "./scenes/new-construction.mjs";
import { office } from "./scenes/office.mjs";
import { og } from "./scenes/og.mjs";
import { portrait1 } from "./scenes/portrait-1.mjs";
import { portrait2 } from "./scenes/portrait-2.mjs";
import { programMonthly } from "./scenes/program-monthly.mjs";
import { programQuarterly } from "./scenes/program-quarterly.mjs";
import { programTermiteRenewal } from "./scenes/program-termite-renewal.mjs";
import { programWarranty } from "./scenes/program-warranty.mjs";
import { residential } from "./scenes/residential.mjs";
import { rodent } from "./scenes/rodent.mjs";
import { stepLook, stepReturn, stepTreat } from "./scenes/steps.mjs";
import { termites } from "./scenes/termite.mjs";

const scenes = {
  404: nothingHere,
  "article-termites": articleTermites,
  commercial,
  founders,
  "general-pest": generalPest,
  hero,
  "hero-tall": heroTall,
  inspection,
  mosquito: mosquitoes,
  "new-construction": newConstruction,
  office,
  "portrait-1": portrait1,
  "portrait-2": portrait2,
  "program-monthly": programMonthly,
  "program-quarterly": programQuarterly,
  "program-termite-renewal": programTermiteRenewal,
  "program-warranty": programWarranty,
  residential,
  rodent,
  termite: termites,
};

// Seen outside the site, or in a colour that shows in both themes.
const sameInBothThemes = { og, "step-1": stepLook, "step-2": stepTreat, "step-3": stepReturn };

/** Draws every picture, by the name of its file in public/art; in the dark theme they are at night. */
export const pictures = {
  ...sameInBothThemes,
  ...scenes,
  ...Object.fromEntries(
    Object.entries(scenes).map(([name, draw]) => [`${name}-night`, () => atNight(draw)]),
  ),
};

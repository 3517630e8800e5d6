import type { Identity } from "./page-data";

/** The company's mission statement. */
export function missionStatement({ county }: Pick<Identity, "county">): string {
  return `To keep the homes and businesses of ${county} sound and free of pests, through honest inspections, careful work and promises that we keep.`;
}

import type { Identity } from "./page-data";
import defaults from "./page-texts.json";

/** A default text with the company's facts filled in, as Go's `company` does. */
export function filledText(page: string, key: string, identity: Identity): string | undefined {
  const texts: Record<string, Record<string, string>> = defaults;
  const text = texts[page]?.[key];
  return text?.replace(/\{(\w+)\}/g, (_, fact) => String(identity[fact as keyof Identity]));
}

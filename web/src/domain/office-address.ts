/** A street address in its parts. */
export interface OfficeAddress {
  street: string;
  town: string;
  stateCode: string;
  postalCode: string;
}

/**
 * Splits an address such as "100 Elm Street, Hillsboro, TX 76645", also on several lines; undefined
 * if it is written in another way.
 */
export function parseOfficeAddress(text: string): OfficeAddress | undefined {
  const parts = /^(.+?)\s*[,\n]\s*([^,\n]+?)\s*,\s*([A-Z]{2})\s+(\d{5}(?:-\d{4})?)$/s.exec(
    text.trim(),
  );
  if (!parts) return undefined;
  const [, street = "", town = "", stateCode = "", postalCode = ""] = parts;
  return { street: street.replace(/\s*\n\s*/g, ", "), town, stateCode, postalCode };
}

import { needsLightTheme } from "@/domain/own-colors";

/** The classes of the element around a service's filled template. */
export function templateClass(html: string): string {
  return needsLightTheme(html) ? "stored light-theme" : "stored";
}

import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// The font sizes of theme.css. Without this, text-lead would count as a text color.
const merge = extendTailwindMerge({
  extend: { theme: { text: ["compact", "display", "lead", "title"] } },
});

/**
 * Joins class names; of two that set the same property the later one wins, so a caller's className
 * can override a component's. Only for the back office: the merge rules would add 7.5 KB to the public
 * bundle, where components have variants instead.
 */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}

import { LoaderCircle } from "lucide-react";

/** Turns inside a button while its work is under way. */
export function ButtonSpinner() {
  return <LoaderCircle aria-hidden className="size-4 animate-spin" />;
}

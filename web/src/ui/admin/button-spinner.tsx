import { LoaderCircle } from "lucide-react";

/** A spinner for a button whose action is running. */
export function ButtonSpinner() {
  return <LoaderCircle aria-hidden className="size-4 animate-spin" />;
}

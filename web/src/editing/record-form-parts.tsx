import { useTime } from "@/domain/admin/times";
import type { FormState } from "./record-form";

/** Says quietly that what is typed is kept. */
export function KeptLine({ at }: { at: Date | undefined }) {
  const time = useTime();
  if (!at) return null;
  return (
    <span className="mr-auto self-center text-sm text-soft max-sm:order-first max-sm:basis-full sm:min-w-16 sm:flex-1 sm:basis-0">
      Draft saved {time(at, { timeStyle: "short" })}
    </span>
  );
}

/** Why the last save failed, unless a field says it. */
export function messageOf(state: FormState): string | undefined {
  return "message" in state ? state.message : undefined;
}

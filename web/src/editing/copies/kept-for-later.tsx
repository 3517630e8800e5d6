import { Toast as Radix } from "radix-ui";
import { toast } from "@/ui/admin/toasts";
import type { Copies, CopyPlace } from "./working-copies";

const buttonClass =
  "min-h-11 flex-none rounded-lg px-2 font-semibold text-sm underline underline-offset-2 hover:bg-current/10";

/** Says that what was typed into a closed form is kept. */
export function announceKept({ store, resume }: Copies, copy: CopyPlace): void {
  toast({
    title: "Kept for later",
    action: (
      <span className="flex flex-wrap justify-end">
        <Radix.Action
          altText="Open the form again to continue"
          className={buttonClass}
          onClick={() => resume(copy)}
        >
          Continue
        </Radix.Action>
        <Radix.Action
          altText="Open the form again to discard it"
          className={buttonClass}
          onClick={() => store.remove(copy.kind, copy.id)}
        >
          Discard
        </Radix.Action>
      </span>
    ),
  });
}

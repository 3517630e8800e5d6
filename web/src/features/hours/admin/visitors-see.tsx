import { Info } from "lucide-react";
import { previewHours } from "@/domain/admin/hours-preview";
import type { Hours } from "@/domain/hours";

/** What visitors will see of hours that are being typed. */
export function VisitorsSee({ when, hours }: { when: string; hours: Hours }) {
  const { seen, loss } = previewHours(when, hours);
  return (
    // role without aria-live, because modal dialogs do not hide elements with aria-live.
    <div role="status" className="rounded-lg border border-line bg-sunken p-3 wrap-anywhere">
      <p>
        <span className="font-semibold">Visitors will see:</span> {seen}
      </p>
      {loss && (
        <p className="mt-2 flex gap-2 text-sm">
          <Info aria-hidden className="mt-0.5 size-4 flex-none text-accent" />
          <span>{loss}</span>
        </p>
      )}
    </div>
  );
}

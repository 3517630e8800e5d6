import { useState } from "react";
import { timeAgo } from "@/lib/admin/time-ago";
import { lazyPart } from "@/ui/admin/lazy-part";
import { Button } from "@/ui/button";
import { textOf } from "./copy-merge";

// The library that compares texts is large.
const WordDiff = lazyPart(async () => (await import("../conflict/word-diff")).WordDiff);

interface CopyOfferProps {
  savedAt: number;
  /** Whether somebody has saved other values in the same fields since. */
  conflict: boolean;
  changes: { label: string; before: unknown; after: unknown }[];
  onContinue: () => void;
  onDiscard: () => void;
}

/** Offers to continue with what was typed before and not saved. */
export function CopyOffer({ savedAt, conflict, changes, onContinue, onDiscard }: CopyOfferProps) {
  const [open, setOpen] = useState(false);
  return (
    <section
      aria-label="What you typed before"
      className="rounded-xl border border-primary bg-primary-tint p-3 text-base text-ink"
    >
      <div className="flex flex-wrap items-center gap-2 max-sm:grid">
        <Button
          variant="outline"
          size="small"
          className="bg-surface max-sm:h-auto max-sm:whitespace-normal"
          onClick={onContinue}
        >
          Continue where you left off ({timeAgo(savedAt)})
        </Button>
        <Button variant="ghost" size="small" onClick={onDiscard}>
          Discard
        </Button>
      </div>
      {conflict && (
        <p className="mt-2 text-sm">
          This was saved by somebody since. If you continue, you choose between both versions.
        </p>
      )}
      <details
        className="mt-1 text-sm"
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="min-h-8 cursor-pointer py-1 text-soft">
          Changed: {changes.map(({ label }) => label).join(", ")}
        </summary>
        {open && (
          <dl className="mt-1 grid max-h-80 gap-3 overflow-y-auto rounded-lg bg-surface p-3">
            {changes.map(({ label, before, after }) => (
              <div key={label}>
                <dt className="font-semibold">{label}</dt>
                <dd>
                  <WordDiff before={textOf(before)} after={textOf(after)} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </details>
    </section>
  );
}

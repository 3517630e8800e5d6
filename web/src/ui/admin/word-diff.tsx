import { diffWordsWithSpace } from "diff";
import { useMemo } from "react";

interface WordDiffProps {
  before: string;
  after: string;
}

// Beyond this, the texts have little in common, and comparing them would take seconds.
const maxEditLength = 3000;

/** The second text, with what was added to the first one and what was removed from it. */
export function WordDiff({ before, after }: WordDiffProps) {
  const parts = useMemo(
    () =>
      diffWordsWithSpace(before, after, { maxEditLength }) ?? [
        { value: before, removed: true, added: false },
        { value: after, removed: false, added: true },
      ],
    [before, after],
  );
  return (
    <div className="whitespace-pre-wrap wrap-anywhere">
      {parts.map(({ value, added, removed }, index) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: parts have no other identity
        if (added) {
          return (
            <ins key={index} className="bg-good/15 text-good underline decoration-2">
              <Sign mark="+" spoken="added: " />
              {value}
            </ins>
          );
        }
        if (removed) {
          return (
            <del key={index} className="bg-bad/10 text-bad line-through">
              <Sign mark="−" spoken="removed: " />
              {value}
            </del>
          );
        }
        return <span key={index}>{value}</span>;
        // biome-ignore-end lint/suspicious/noArrayIndexKey: see above
      })}
    </div>
  );
}

/** Tells the kind of a change to those who do not see its color. */
function Sign({ mark, spoken }: { mark: string; spoken: string }) {
  return (
    <>
      <span aria-hidden className="select-none font-bold text-xs">
        {mark}
      </span>
      <span className="sr-only">{spoken}</span>
    </>
  );
}

import { diffLines, diffWordsWithSpace } from "diff";

interface WordDiffProps {
  before: string;
  after: string;
}

/** Longer texts are compared line by line: word by word can take seconds. */
const maxLength = 50_000;

/** Longer stretches without a change are shortened. */
const maxUnchanged = 600;
/** How much of them is shown beside a change, in characters. */
const context = 200;

/** Two versions of a text in one: removed words are struck through, added ones underlined. */
export function WordDiff({ before, after }: WordDiffProps) {
  const long = before.length + after.length > maxLength;
  const parts = long ? diffLines(before, after) : diffWordsWithSpace(before, after);
  let start = 0;
  return (
    <div className="whitespace-pre-wrap wrap-anywhere">
      {parts.map(({ value, added, removed }, index) => {
        const key = start;
        start += value.length + 1;
        if (added) {
          return (
            <ins key={key} className="bg-primary-tint text-primary underline">
              <span aria-hidden>+</span>
              {value}
            </ins>
          );
        }
        if (removed) {
          return (
            <del key={key} className="text-bad line-through">
              <span aria-hidden>−</span>
              {value}
            </del>
          );
        }
        const shown = shortened(value, index > 0, index < parts.length - 1);
        return <span key={key}>{shown}</span>;
      })}
    </div>
  );
}

/** The parts of an unchanged text that are next to a change, before or after it. */
function shortened(text: string, afterChange: boolean, beforeChange: boolean): string {
  if (text.length <= maxUnchanged) return text;
  const start = afterChange || !beforeChange ? text.slice(0, context).replace(/\S*$/, "") : "";
  const end = beforeChange ? text.slice(-context).replace(/^\S*/, "") : "";
  return `${start}…${end}`;
}

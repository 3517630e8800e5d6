import { diffLines, diffWordsWithSpace } from "diff";

interface WordDiffProps {
  before: string;
  after: string;
}

/** Longer texts are compared line by line: word by word can take seconds. */
const maxLength = 50_000;

/** Two versions of a text in one: removed words are struck through, added ones underlined. */
export function WordDiff({ before, after }: WordDiffProps) {
  const long = before.length + after.length > maxLength;
  const parts = long ? diffLines(before, after) : diffWordsWithSpace(before, after);
  let start = 0;
  return (
    <div className="whitespace-pre-wrap wrap-anywhere">
      {parts.map(({ value, added, removed }) => {
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
        return <span key={key}>{value}</span>;
      })}
    </div>
  );
}

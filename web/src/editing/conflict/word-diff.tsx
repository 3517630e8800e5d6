import { type Change, diffLines, diffWordsWithSpace } from "diff";

interface WordDiffProps {
  before: string;
  after: string;
}

/** Longer texts are compared line by line: word by word can take seconds. */
const maxLength = 50_000;

/** Two versions of a text in one: removed words are struck through, added ones underlined. */
export function WordDiff({ before, after }: WordDiffProps) {
  return <Parts parts={partsOf(before, after)} reach={{ whole: 600, context: 200 }} />;
}

/**
 * The old version above the new one, which is easier to read on a phone than both in one. Only the new
 * one if they are the same.
 */
export function StackedDiff({ before, after }: WordDiffProps) {
  const parts = partsOf(before, after);
  const reach = { whole: 240, context: 80 };
  if (before === after) return <Parts parts={parts} reach={reach} />;
  return (
    <dl className="grid grid-cols-1 gap-2">
      <Version label="Before" parts={parts.filter(({ added }) => !added)} reach={reach} />
      <Version label="After" parts={parts.filter(({ removed }) => !removed)} reach={reach} />
    </dl>
  );
}

function partsOf(before: string, after: string): Change[] {
  const long = before.length + after.length > maxLength;
  return long ? diffLines(before, after) : diffWordsWithSpace(before, after);
}

/** How much of what is the same is shown, in characters. */
interface Reach {
  /** Longer stretches are shortened. */
  whole: number;
  /** What is left of them beside a change. */
  context: number;
}

interface PartsProps {
  parts: Change[];
  reach: Reach;
}

function Version({ label, ...props }: PartsProps & { label: string }) {
  return (
    <div>
      <dt className="font-semibold text-soft">{label}</dt>
      <dd>
        <Parts {...props} />
      </dd>
    </div>
  );
}

function Parts({ parts, reach }: PartsProps) {
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
        const shown = shortened(value, reach, index > 0, index < parts.length - 1);
        return <span key={key}>{shown}</span>;
      })}
    </div>
  );
}

/** The parts of an unchanged text that are next to a change, before or after it. */
function shortened(
  text: string,
  { whole, context }: Reach,
  afterChange: boolean,
  beforeChange: boolean,
): string {
  if (text.length <= whole) return text;
  const start = afterChange || !beforeChange ? text.slice(0, context).replace(/\S*$/, "") : "";
  const end = beforeChange ? text.slice(-context).replace(/^\S*/, "") : "";
  return `${start}…${end}`;
}

import { diffArrays } from "diff";

/** A part of the base text that a version has replaced. */
interface Change {
  start: number;
  end: number;
  tokens: string[];
}

// Two texts that have nothing in common would take seconds to compare, and cannot be merged anyway.
const maxEditLength = 5000;

/**
 * Merges the changes that two versions make to a base text, word by word. Undefined if they touch
 * each other: then a person has to choose.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  const tokens = tokensOf(base);
  const changes = [changesOf(tokens, mine), changesOf(tokens, theirs)];
  if (!changes[0] || !changes[1]) return undefined;
  const theirChanges = changes[1].filter((theirChange) => !changes[0]?.some(isSame(theirChange)));
  if (changes[0].some((change) => theirChanges.some((other) => touches(change, other)))) {
    return undefined;
  }
  const all = [...changes[0], ...theirChanges].sort((a, b) => a.start - b.start);
  const merged: string[] = [];
  let position = 0;
  for (const { start, end, tokens: replacement } of all) {
    merged.push(...tokens.slice(position, start), ...replacement);
    position = end;
  }
  return merged.concat(tokens.slice(position)).join("");
}

/** Words, spaces and single other characters. */
function tokensOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

function changesOf(base: string[], version: string): Change[] | undefined {
  const parts = diffArrays(base, tokensOf(version), { maxEditLength });
  if (!parts) return undefined;
  const changes: Change[] = [];
  let position = 0;
  for (const { added, removed, value } of parts) {
    const last = changes.at(-1);
    const change =
      last?.end === position && (added || removed)
        ? last
        : { start: position, end: position, tokens: [] };
    if ((added || removed) && change !== last) changes.push(change);
    if (added) change.tokens.push(...value);
    if (!added) position += value.length;
    if (removed) change.end = position;
  }
  return changes;
}

/** Whether nothing stands between two changes, so that their order or result would be a guess. */
function touches(a: Change, b: Change): boolean {
  return a.start <= b.end && b.start <= a.end;
}

function isSame(a: Change): (b: Change) => boolean {
  return (b) => a.start === b.start && a.end === b.end && a.tokens.join("") === b.tokens.join("");
}

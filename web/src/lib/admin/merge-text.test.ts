import { expect, test } from "vitest";
import { mergeTexts } from "./merge-text";

/** A generator with a fixed seed, so that a failure can be repeated. */
function randomOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const words = [
  "termites",
  "ants",
  "house",
  "the",
  "a",
  "wood,",
  "wood",
  "  ",
  "\n\n",
  "don't",
  "é",
];

function randomText(random: (limit: number) => number): string {
  return Array.from({ length: random(30) }, () => words[random(words.length)]).join(" ");
}

/** The text with a few words replaced, removed or added. */
function edited(text: string, random: (limit: number) => number): string {
  const parts = text.split(" ");
  for (let i = random(4); i > 0; i--) {
    const added = random(2) === 0 ? [] : [words[random(words.length)] ?? ""];
    parts.splice(random(parts.length + 1), random(3), ...added);
  }
  return parts.join(" ");
}

test("merging with an unchanged side gives the other side", () => {
  const random = randomOf(1);
  for (let round = 0; round < 500; round++) {
    const base = randomText(random);
    const version = edited(base, random);
    expect(mergeTexts(base, version, base)).toBe(version);
    expect(mergeTexts(base, base, version)).toBe(version);
    expect(mergeTexts(base, version, version)).toBe(version);
  }
});

test("the order of the two sides does not matter", () => {
  const random = randomOf(2);
  let merged = 0;
  for (let round = 0; round < 500; round++) {
    const base = randomText(random);
    const [mine, theirs] = [edited(base, random), edited(base, random)];
    const result = mergeTexts(base, mine, theirs);
    expect(mergeTexts(base, theirs, mine)).toBe(result);
    if (result !== undefined) merged += 1;
  }
  expect(merged).toBeGreaterThan(100);
});

test("edits of different paragraphs both survive", () => {
  const random = randomOf(3);
  for (let round = 0; round < 200; round++) {
    const paragraphs = Array.from(
      { length: 6 },
      (_, i) => `Paragraph${i} ${randomText(random)} end${i}`,
    );
    const [mineAt, theirsAt] = [random(3), 3 + random(3)];
    const withEdit = (at: number, text: string) =>
      paragraphs.map((paragraph, i) => (i === at ? text : paragraph));
    const base = paragraphs.join("\n\n");
    const mine = withEdit(mineAt, "Rewritten by me").join("\n\n");
    const theirs = withEdit(theirsAt, "Rewritten by them").join("\n\n");
    const merged = mergeTexts(base, mine, theirs);
    if (merged === undefined) continue; // repeated words may make neighbouring edits meet
    expect(merged).toContain("Rewritten by me");
    expect(merged).toContain("Rewritten by them");
  }
  expect(mergeTexts("one two three four", "ONE two three four", "one two three FOUR")).toBe(
    "ONE two three FOUR",
  );
});

test("edits of the same words are not merged", () => {
  expect(mergeTexts("one two three", "one 2 three", "one zwei three")).toBeUndefined();
  expect(mergeTexts("one three", "one two three", "one 2 three")).toBeUndefined();
  expect(mergeTexts("one two", "one", "one 2")).toBeUndefined();
});

test("texts without anything in common are not compared for long", () => {
  const text = (word: string) => Array.from({ length: 8000 }, (_, i) => `${word}${i}`).join(" ");
  expect(mergeTexts(text("a"), text("b"), text("c"))).toBeUndefined();
});

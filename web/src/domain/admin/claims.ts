import shared from "./claims.json";

/** Wording that may not stand in the advertising of a pest control company. */
export interface Claim {
  /** The words as they were written. */
  phrase: string;
  /** Why they are a risk. */
  reason: string;
}

// The server applies the rules of claims.json too. The first rule that covers some words decides
// about them, so longer wordings stand first.
const rules = shared.rules.map(({ words, reason }) => ({
  words: words.replaceAll("{beings}", shared.beings),
  reason: shared.reasons[reason as keyof typeof shared.reasons],
}));

const wording = new RegExp(
  rules.map(({ words }) => String.raw`\b(${words})(?![\w-])`).join("|"),
  "gi",
);

/** The wordings in a text, or in markup, that the advertising rule treats as deceptive. */
export function findClaims(text: string): Claim[] {
  const claims = new Map<string, Claim>();
  for (const match of visibleText(text).matchAll(wording)) {
    const index = match.slice(1).findIndex((group) => group !== undefined);
    const reason = rules[index]?.reason ?? "";
    const phrase = match[0];
    if (!claims.has(phrase.toLowerCase())) claims.set(phrase.toLowerCase(), { phrase, reason });
  }
  return [...claims.values()];
}

/** What to tell the person who wrote the text: one sentence for each wording. */
export function claimNotes(text: string): string[] {
  return findClaims(text).map(({ phrase, reason }) => `“${phrase}”: ${reason}`);
}

function visibleText(markup: string): string {
  return markup.replace(/<[^>]*>/g, " ").replace(/(?:&nbsp;|\s)+/g, " ");
}

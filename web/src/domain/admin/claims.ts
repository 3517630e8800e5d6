import shared from "./claims.json";

/** A phrase that a pest control company must not use in advertising. */
export interface Claim {
  /** The phrase as written. */
  phrase: string;
  /** Why it is a risk. */
  reason: string;
}

// The server applies the rules of claims.json too. Longer phrases come first, because the first rule
// that matches wins.
const rules = shared.rules.map(({ words, reason }) => ({
  pattern: words.replaceAll("{beings}", shared.beings),
  reason: shared.reasons[reason as keyof typeof shared.reasons],
}));

const claimPattern = new RegExp(
  rules.map(({ pattern }) => String.raw`\b(${pattern})(?![\w-])`).join("|"),
  "gi",
);

/** Finds phrases in text or HTML that the advertising rule treats as deceptive. */
export function findClaims(text: string): Claim[] {
  const claims = new Map<string, Claim>();
  for (const match of visibleText(text).matchAll(claimPattern)) {
    const index = match.slice(1).findIndex((group) => group !== undefined);
    const reason = rules[index]?.reason ?? "";
    const phrase = match[0];
    if (!claims.has(phrase.toLowerCase())) claims.set(phrase.toLowerCase(), { phrase, reason });
  }
  return [...claims.values()];
}

/** One note for the author per phrase. */
export function claimNotes(text: string): string[] {
  return findClaims(text).map(({ phrase, reason }) => `“${phrase}”: ${reason}`);
}

function visibleText(markup: string): string {
  return markup.replace(/<[^>]*>/g, " ").replace(/(?:&nbsp;|\s)+/g, " ");
}

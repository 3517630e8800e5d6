/** A phrase that a pest control company must not use in advertising. */
export interface Claim {
  /** The phrase as written. */
  phrase: string;
  /** Why it is a risk. */
  reason: string;
}

const rule = "Texas rule 4 TAC §7.152";

const safety = `${rule} counts any claim that a pesticide is safe as deceptive, even with "when used as directed".`;
const nature = `${rule} does not allow pesticides or their use to be called kind to nature, natural or organic.`;
const endorsement = `${rule} does not allow a hint that a government agency recommends a product.`;
const comparison = `${rule} does not allow pesticides to be called less risky than others.`;

const pets =
  "(?:people|humans?|famil(?:y|ies)|kids?|child(?:ren)?|bab(?:y|ies)|pets?|dogs?|cats?|bees?|pollinators?|animals?)";

// Longer phrases come first, because the first rule that matches wins.
const rules: { pattern: string; reason: string }[] = [
  {
    pattern:
      "(?:(?:us )?epa|tda|fda|usda|government(?:ally)?|state|federal(?:ly)?)[- ](?:registered|approved|certified|endorsed|recommended)",
    reason: endorsement,
  },
  {
    pattern:
      "(?:approved|endorsed|recommended|certified) by (?:the )?(?:epa|tda|fda|usda|environmental protection agency|texas department of agriculture|government|state)",
    reason: endorsement,
  },
  {
    pattern: "(?:environmentally|ecologically)[- ](?:friendly|sound|aware|responsible|safe)",
    reason: nature,
  },
  { pattern: "(?:eco|earth|planet)[- ]?(?:friendly|safe)", reason: nature },
  { pattern: "pollution[- ]approved", reason: nature },
  { pattern: "all[- ]natural|100 ?% natural|natural ingredients", reason: nature },
  { pattern: "organic(?:ally)?|chemical[- ]free", reason: nature },
  {
    pattern: "(?:least|less|lowest|low)[- ](?:toxic|toxicity|hazardous|harmful|risk)",
    reason: comparison,
  },
  { pattern: "safer|safest", reason: comparison },
  {
    pattern: `(?:non[- ]?(?:toxic|poisonous|injurious|hazardous)|harmless)(?: (?:to|for) (?:your |the )?${pets}(?: (?:and|or) (?:your )?${pets})?)?`,
    reason: safety,
  },
  {
    pattern:
      "(?:free (?:from|of)|no) (?:any )?(?:risk|harm|danger)(?: or (?:risk|harm|danger))?|risk[- ]free",
    reason: safety,
  },
  { pattern: `${pets}[- ](?:safe|friendly)`, reason: safety },
  { pattern: "(?:completely |perfectly |totally |100 ?% )?safe(?:ly)?", reason: safety },
];

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
  return markup.replace(/<[^>]*>/g, " ").replace(/&nbsp;|\s+/g, " ");
}

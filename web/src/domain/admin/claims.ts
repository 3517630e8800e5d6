/** Wording that may not stand in the advertising of a pest control company. */
export interface Claim {
  /** The words as they were written. */
  phrase: string;
  /** Why they are a risk. */
  reason: string;
}

const rule = "Texas rule 4 TAC §7.152";

const safety = `${rule} counts any claim that a pesticide is safe as deceptive, even with "when used as directed".`;
const nature = `${rule} does not allow pesticides or their use to be called kind to nature, natural or organic.`;
const endorsement = `${rule} does not allow a hint that a government agency recommends a product.`;
const comparison = `${rule} does not allow pesticides to be called less risky than others.`;

const pets =
  "(?:people|humans?|famil(?:y|ies)|kids?|child(?:ren)?|bab(?:y|ies)|pets?|dogs?|cats?|bees?|pollinators?|animals?)";

// Longer wordings stand first: the first rule that covers some words decides about them.
const rules: { words: string; reason: string }[] = [
  {
    words:
      "(?:(?:us )?epa|tda|fda|usda|government(?:ally)?|state|federal(?:ly)?)[- ](?:registered|approved|certified|endorsed|recommended)",
    reason: endorsement,
  },
  {
    words:
      "(?:approved|endorsed|recommended|certified) by (?:the )?(?:epa|tda|fda|usda|environmental protection agency|texas department of agriculture|government|state)",
    reason: endorsement,
  },
  {
    words: "(?:environmentally|ecologically)[- ](?:friendly|sound|aware|responsible|safe)",
    reason: nature,
  },
  { words: "(?:eco|earth|planet)[- ]?(?:friendly|safe)", reason: nature },
  { words: "pollution[- ]approved", reason: nature },
  { words: "all[- ]natural|100 ?% natural|natural ingredients", reason: nature },
  { words: "organic(?:ally)?|chemical[- ]free", reason: nature },
  {
    words: "(?:least|less|lowest|low)[- ](?:toxic|toxicity|hazardous|harmful|risk)",
    reason: comparison,
  },
  { words: "safer|safest", reason: comparison },
  {
    words: `(?:non[- ]?(?:toxic|poisonous|injurious|hazardous)|harmless)(?: (?:to|for) (?:your |the )?${pets}(?: (?:and|or) (?:your )?${pets})?)?`,
    reason: safety,
  },
  {
    words:
      "(?:free (?:from|of)|no) (?:any )?(?:risk|harm|danger)(?: or (?:risk|harm|danger))?|risk[- ]free",
    reason: safety,
  },
  { words: `${pets}[- ](?:safe|friendly)`, reason: safety },
  { words: "(?:completely |perfectly |totally |100 ?% )?safe(?:ly)?", reason: safety },
];

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
  return markup.replace(/<[^>]*>/g, " ").replace(/&nbsp;|\s+/g, " ");
}

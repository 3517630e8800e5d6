import * as z from "zod/mini";

// The limits of the server; see internal/validate.
const maxLine = 300;
const maxParagraph = 5000;
const maxBody = 100_000;
const maxUrl = 2000;
const maxTime = 40;
const maxReply = 500;
const maxReplies = 30;
const maxAreas = 200;

// Messages are what the server says after the name of the field.

/** At most that many characters, as the server counts them. */
function within(limit: number) {
  return z.refine<string>((text) => [...text].length <= limit, {
    error: ({ input }) =>
      `has ${[...String(input)].length} characters; at most ${limit} are possible`,
  });
}

function optional(limit: number) {
  return z.string().check(within(limit));
}

function required(limit: number) {
  return z.string().check(
    z.refine((text) => text.trim() !== "", { error: "is required", abort: true }),
    within(limit),
  );
}

const slug = required(120).check(
  z.refine((text) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text.trim()), {
    error:
      'may hold only lower-case letters a to z, digits and single hyphens between them, such as "termite-control"',
  }),
);

const webUrl = required(maxUrl).check(
  z.refine((text) => /^https?:\/\/[^/]/i.test(text.trim()), {
    error: "must be an address that begins with http:// or https://",
  }),
);

const imageUrl = optional(maxUrl).check(
  z.refine((text) => text.trim() === "" || /^(https?:\/\/[^/]|\/(?!\/))/i.test(text.trim()), {
    error: "must be an address that begins with https://, http:// or /",
  }),
);

export const postSchema = z.object({
  title: required(maxLine),
  slug,
  excerpt: required(maxParagraph),
  content: required(maxBody),
  imageUrl,
});

export const serviceSchema = z.object({
  name: required(maxLine),
  slug,
  shortDescription: required(maxParagraph),
  fullDescription: required(maxBody),
  imageUrl,
});

export const contentSchema = z.object({
  key: required(100).check(
    z.refine((text) => /^[A-Za-z0-9][A-Za-z0-9_.:-]*$/.test(text.trim()), {
      error:
        "may hold only letters, digits and the characters _ - . : and begins with a letter or digit",
    }),
  ),
  value: required(maxBody),
});

export const socialLinkSchema = z.object({
  platform: required(maxLine),
  url: webUrl,
  icon: optional(maxUrl),
});

const openTimes = {
  isClosed: z.literal(false),
  openTime: required(maxTime),
  closeTime: required(maxTime),
};

/** A closed day needs no times. */
const closedTimes = {
  isClosed: z.literal(true),
  openTime: optional(maxTime),
  closeTime: optional(maxTime),
};

const secondTimes = { secondOpenTime: optional(maxTime), secondCloseTime: optional(maxTime) };

/** Requires two fields if one of them is filled in. */
function bothOrNeither<Name extends string>(one: Name, other: Name, error: string) {
  const needs = (field: Name, filled: Name) =>
    z.refine<Record<Name, string>>(
      (values) => values[field].trim() !== "" || values[filled].trim() === "",
      { error, path: [field] },
    );
  return [needs(one, other), needs(other, one)] as const;
}

export const hoursSchema = z.discriminatedUnion("isClosed", [
  z
    .object({ ...openTimes, ...secondTimes })
    .check(...bothOrNeither("secondOpenTime", "secondCloseTime", "is required")),
  z.object({ ...closedTimes, ...secondTimes }),
]);

const specialDates = {
  date: z.string().check(z.refine(isDate, { error: "must be a date such as 2026-11-26" })),
  // A single day has no last day in the form.
  endDate: z.string().check(
    z.refine((text) => text === "" || isDate(text), {
      error: "must be a date such as 2026-11-26",
    }),
  ),
  label: optional(maxLine),
};

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text.trim());
}

export const specialDaySchema = z
  .discriminatedUnion("isClosed", [
    z.object({ ...specialDates, ...openTimes }),
    z.object({ ...specialDates, ...closedTimes }),
  ])
  .check(
    z.refine(({ date, endDate }) => endDate === "" || endDate >= date, {
      error: "must not be before the first day",
      path: ["endDate"],
    }),
  );

export const imageSchema = z.object({ name: required(maxLine), alt: optional(maxLine) });

/** The lines of a text box. Blank ones are not stored. */
function lines(most: number, limit: number) {
  return z.array(z.string()).check(
    z.refine((texts) => texts.every((text) => [...text.trim()].length <= limit), {
      error: `has a line with more than ${limit} characters`,
    }),
    z.refine((texts) => texts.filter((text) => text.trim() !== "").length <= most, {
      error: `has more than ${most} lines`,
    }),
  );
}

export const quickRepliesSchema = z.object({ replies: lines(maxReplies, maxReply) });

const httpsPattern = /^https:\/\/[a-z0-9.-]+(:\d+)?([/?#]|$)/i;
const httpsRule = "must be a full https:// URL, such as https://www.example.com/page";

const httpsUrl = optional(maxUrl).check(
  z.refine((text) => httpsPattern.test(text.trim()), { error: httpsRule }),
);

const optionalHttpsUrl = optional(maxUrl).check(
  z.refine((text) => text.trim() === "" || httpsPattern.test(text.trim()), { error: httpsRule }),
);

function numberBetween(least: number, most: number, error: string) {
  return z.number({ error }).check(z.gte(least, { error }), z.lte(most, { error }));
}

const colorRule = "must be a color, such as #34469c";
const color = z.string().check(
  z.refine((text) => text.trim() === "" || /^#[0-9a-f]{6}$/i.test(text.trim()), {
    error: colorRule,
  }),
);

const person = z.object({
  name: required(maxLine),
  role: required(maxLine),
  bio: optional(maxParagraph),
  imageUrl,
  employee: z.optional(z.boolean()),
});

/** The fields of the company that a form sends: each form sends some of them. */
export const companySchema = z.partial(
  z.object({
    name: required(maxLine),
    legalName: optional(maxLine),
    tagline: optional(maxLine),
    phone: required(maxLine),
    email: optional(maxLine).check(
      z.refine((text) => /^[^\s@]+@[^\s@]+$/.test(text.trim()), {
        error: "must be an e-mail address, such as info@example.com",
      }),
    ),
    portalUrl: optionalHttpsUrl,
    street: required(maxLine),
    town: required(maxLine),
    county: required(maxLine),
    state: required(maxLine),
    stateCode: required(maxLine),
    postalCode: required(maxLine),
    latitude: numberBetween(-90, 90, "must be a number from -90 to 90"),
    longitude: numberBetween(-180, 180, "must be a number from -180 to 180"),
    timeZone: required(maxLine),
    areasServed: lines(maxAreas, maxLine),
    foundedYear: numberBetween(1800, 9999, "must be a year, such as 2021"),
    license: optional(maxLine),
    experience: required(maxLine),
    guarantee: required(maxLine),
    facebookUrl: optionalHttpsUrl,
    mapUrl: optionalHttpsUrl,
    chat: z.discriminatedUnion("provider", [
      z.object({ provider: z.literal("script"), script: httpsUrl }),
      z.object({ provider: z.enum(["own", "none"]) }),
    ]),
    team: z.array(person).check(
      z.refine((people) => people.some(({ employee }) => !employee), {
        error: "needs at least one owner",
      }),
    ),
    brand: z
      .object({ logo: imageUrl, main: color, accent: color })
      .check(...bothOrNeither("main", "accent", colorRule)),
    texts: z.record(z.string(), optional(maxParagraph)),
  }),
);

/** A field that breaks a rule of its schema, with the rule as the server words it. */
export interface Problem {
  field: string;
  rule: string;
}

/** The problems with the values of a form, at most one of each field, in the order of the schema. */
export function problemsWith(schema: z.core.$ZodType, values: unknown): Problem[] {
  const problems = new Map<string, Problem>();
  for (const { path, message } of z.safeParse(schema, values).error?.issues ?? []) {
    const field = path.join(".");
    if (!problems.has(field)) problems.set(field, { field, rule: message });
  }
  return [...problems.values()];
}

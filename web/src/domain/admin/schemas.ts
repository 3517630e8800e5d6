import * as z from "zod/mini";

// The limits of the server; see internal/validate.
const maxLine = 300;
const maxParagraph = 5000;
const maxBody = 100_000;
const maxUrl = 2000;
const maxTime = 40;

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

/** The hours of a day that is open. A closed day needs none. */
export const openHoursSchema = z.object({
  openTime: required(maxTime),
  closeTime: required(maxTime),
});

export const imageSchema = z.object({ name: required(maxLine), alt: optional(maxLine) });

/** A field that breaks a rule of its schema, with the rule as the server words it. */
export interface Problem {
  field: string;
  rule: string;
}

/** The first problem with the values of a form, in the order of the schema. */
export function problemWith(schema: z.core.$ZodType, values: unknown): Problem | undefined {
  const result = z.safeParse(schema, values);
  const issue = result.success ? undefined : result.error.issues[0];
  if (!issue) return undefined;
  return { field: issue.path.join("."), rule: issue.message };
}

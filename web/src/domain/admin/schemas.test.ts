import { expect, test } from "vitest";
import {
  contentSchema,
  imageSchema,
  openHoursSchema,
  postSchema,
  problemWith,
  serviceSchema,
  socialLinkSchema,
} from "./schemas";

const post = { title: "Ants", slug: "ants", excerpt: "a", content: "b", imageUrl: "" };
const service = {
  name: "Ants",
  slug: "ants",
  shortDescription: "a",
  fullDescription: "b",
  imageUrl: "/art/a.svg",
};

test.each([
  [postSchema, post],
  [serviceSchema, service],
  [contentSchema, { key: "hero_title", value: "a" }],
  [socialLinkSchema, { platform: "x", url: "https://x.com/pest", icon: "" }],
  [openHoursSchema, { openTime: "9", closeTime: "whenever" }],
  [imageSchema, { name: "a", alt: "" }],
])("a valid record has no problem", (schema, values) => {
  expect(problemWith(schema, values)).toBeUndefined();
  expect(problemWith(schema, { ...values, id: 7, basedOn: "2026" })).toBeUndefined();
});

test.each([
  [postSchema, { ...post, title: " ", content: "" }, "title", "is required"],
  [postSchema, { ...post, slug: "Ants!" }, "slug", "lower-case"],
  [postSchema, { ...post, excerpt: "x".repeat(5001) }, "excerpt", "5000"],
  [postSchema, { ...post, imageUrl: "//elsewhere.example/a.png" }, "imageUrl", "begins with"],
  [serviceSchema, { ...service, fullDescription: "" }, "fullDescription", "is required"],
  [contentSchema, { key: "a b", value: "x" }, "key", "letters"],
  [contentSchema, { key: "a", value: "\n" }, "value", "is required"],
  [socialLinkSchema, { platform: "x", url: "javascript:1", icon: "" }, "url", "https://"],
  [openHoursSchema, { openTime: "9", closeTime: "" }, "closeTime", "is required"],
  [imageSchema, { name: "", alt: "" }, "name", "is required"],
])("the first broken rule is found: %#", (schema, values, field, words) => {
  expect(problemWith(schema, values)).toEqual({ field, rule: expect.stringContaining(words) });
});

import { expect, test } from "vitest";
import { sampleIdentity } from "@/testing/sample-identity";
import {
  companySchema,
  contentSchema,
  hoursSchema,
  imageSchema,
  postSchema,
  problemsWith,
  quickRepliesSchema,
  serviceSchema,
  socialLinkSchema,
  specialDaySchema,
} from "./schemas";

const post = { title: "Ants", slug: "ants", excerpt: "a", content: "b", imageUrl: "" };
const service = {
  name: "Ants",
  slug: "ants",
  shortDescription: "a",
  fullDescription: "b",
  imageUrl: "/art/a.svg",
};
const hours = {
  isClosed: false,
  openTime: "9",
  closeTime: "whenever",
  secondOpenTime: "",
  secondCloseTime: "",
};
const day = {
  date: "2026-12-24",
  endDate: "",
  label: "",
  isClosed: true,
  openTime: "",
  closeTime: "",
};
const owner = { name: "Sam", role: "Owner", bio: "", imageUrl: "" };
const brand = { logo: "", main: "", accent: "" };

test.each([
  [postSchema, post],
  [serviceSchema, service],
  [contentSchema, { key: "hero_title", value: "a" }],
  [socialLinkSchema, { platform: "x", url: "https://x.com/pest", icon: "" }],
  [hoursSchema, hours],
  [hoursSchema, { ...hours, isClosed: true, openTime: "" }],
  [specialDaySchema, day],
  [
    specialDaySchema,
    { ...day, endDate: "2027-01-02", isClosed: false, openTime: "9", closeTime: "5" },
  ],
  [quickRepliesSchema, { replies: [...Array(40).fill(""), "x".repeat(500)] }],
  [imageSchema, { name: "a", alt: "" }],
  [companySchema, sampleIdentity],
  [companySchema, { legalName: "", tagline: "", license: "", facebookUrl: " ", areasServed: [""] }],
  [companySchema, { chat: { provider: "script", script: "https://chat.example/s.js" } }],
  [companySchema, { brand: { ...brand, main: "#34469C", accent: "#b0461d" } }],
  [companySchema, { texts: { mission: "" } }],
])("a valid record has no problem", (schema, values) => {
  expect(problemsWith(schema, values)).toEqual([]);
  expect(problemsWith(schema, { ...values, id: 7, basedOn: "2026" })).toEqual([]);
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
  [hoursSchema, { ...hours, closeTime: "" }, "closeTime", "is required"],
  [hoursSchema, { ...hours, secondOpenTime: "1" }, "secondCloseTime", "is required"],
  [hoursSchema, { ...hours, secondCloseTime: "5" }, "secondOpenTime", "is required"],
  [hoursSchema, { ...hours, isClosed: true, openTime: "x".repeat(41) }, "openTime", "40"],
  [specialDaySchema, { ...day, date: "" }, "date", "such as"],
  [specialDaySchema, { ...day, endDate: "2026-12-23" }, "endDate", "before the first day"],
  [specialDaySchema, { ...day, isClosed: false }, "openTime", "is required"],
  [specialDaySchema, { ...day, label: "x".repeat(301) }, "label", "300"],
  [quickRepliesSchema, { replies: ["x".repeat(501)] }, "replies", "500"],
  [quickRepliesSchema, { replies: Array(31).fill("a") }, "replies", "30"],
  [companySchema, { name: "a", phone: " " }, "phone", "is required"],
  [companySchema, { email: "nobody" }, "email", "e-mail"],
  [companySchema, { portalUrl: "http://portal.example" }, "portalUrl", "https://"],
  [companySchema, { latitude: Number.NaN }, "latitude", "from -90 to 90"],
  [companySchema, { longitude: 181 }, "longitude", "from -180 to 180"],
  [companySchema, { foundedYear: 20 }, "foundedYear", "a year"],
  [companySchema, { areasServed: ["x".repeat(301)] }, "areasServed", "300"],
  [companySchema, { chat: { provider: "script", script: "" } }, "chat.script", "https://"],
  [companySchema, { team: [owner, { ...owner, name: "" }] }, "team.1.name", "is required"],
  [companySchema, { team: [{ ...owner, employee: true }] }, "team", "one owner"],
  [companySchema, { brand: { ...brand, main: "red" } }, "brand.main", "color"],
  [companySchema, { brand: { ...brand, main: "#34469c" } }, "brand.accent", "color"],
  [companySchema, { texts: { mission: "x".repeat(5001) } }, "texts.mission", "5000"],
  [imageSchema, { name: "", alt: "" }, "name", "is required"],
])("the first broken rule is found: %#", (schema, values, field, words) => {
  expect(problemsWith(schema, values)[0]).toEqual({ field, rule: expect.stringContaining(words) });
});

test("every field that breaks a rule is found once", () => {
  const values = { ...post, title: "", slug: "", content: "x".repeat(100_001) };
  expect(problemsWith(postSchema, values)).toEqual([
    { field: "title", rule: "is required" },
    { field: "slug", rule: "is required" },
    { field: "content", rule: expect.stringContaining("100000") },
  ]);
});

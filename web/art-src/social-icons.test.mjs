import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findPlatform, platformNames } from "../src/features/social/platforms.ts";
import { socialIcons } from "./social-icons.mjs";

const file = readFileSync("public/icons/social.svg", "utf8");

test("the file of the social icons is what the script writes", () => {
  expect(file).toBe(socialIcons());
});

test.each(platformNames)("%s has an icon in the file", (name) => {
  expect(file).toContain(`<symbol id="${findPlatform(name).icon}" `);
});

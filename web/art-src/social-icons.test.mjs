import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findPlatform, platformNames } from "../src/features/social/platforms.ts";
import { socialIcons } from "./social-icons.mjs";

test("the files of the social icons are what the script writes", () => {
  const files = readdirSync("public/icons").map((name) => [
    name,
    readFileSync(`public/icons/${name}`, "utf8"),
  ]);
  expect(Object.fromEntries(files)).toEqual(socialIcons);
});

test.each(platformNames)("%s has an icon", (name) => {
  expect(socialIcons).toHaveProperty([`${findPlatform(name).icon}.svg`]);
});

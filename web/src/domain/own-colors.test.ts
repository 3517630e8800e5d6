import { expect, test } from "vitest";
import { isFixedColor, needsLightTheme } from "./own-colors";

test.each([
  "bg-amber-100",
  "text-slate-950",
  "md:hover:bg-sky-50",
  "bg-white",
  "bg-white/80",
  "bg-amber-500/40",
  "text-slate-900/20",
  "from-rose-200",
  "text-black",
  "bg-[#fff7e0]",
  "text-[rgb(1,2,3)]",
])("%s does not follow the theme", (name) => {
  expect(isFixedColor(name)).toBe(true);
});

test.each([
  "bg-paper",
  "bg-amber-500/10",
  "md:from-sky-300/5",
  "text-primary",
  "text-white",
  "bg-black/40",
  "text-xl",
  "text-[2rem]",
  "bg-[url(/art/hero.svg)]",
  "border-amber-100",
  "duration-300",
  "grid-cols-2",
])("%s follows the theme, or reads well in both", (name) => {
  expect(isFixedColor(name)).toBe(false);
});

test.each([
  ['<div class="p-4 bg-amber-100">text</div>', true],
  ['<div class="p-4 bg-sunken">text</div>', false],
  ['<div class="bg-amber-100 dark:bg-amber-900">text</div>', false],
  ["<p>bg-amber-100</p>", false],
])("%s needs the light theme: %s", (html, expected) => {
  expect(needsLightTheme(html)).toBe(expected);
});

import { beforeEach, expect, test, vi } from "vitest";
import { applyTheme, readTheme, storeTheme } from "./theme";

const systemIsDark = (dark: boolean) => vi.stubGlobal("matchMedia", () => ({ matches: dark }));

beforeEach(() => {
  localStorage.clear();
  systemIsDark(false);
  document.head.innerHTML =
    '<meta name="theme-color" data-theme="light"><meta name="theme-color" data-theme="dark">';
});

test.each([
  [null, "light"],
  ["dark", "dark"],
  ["system", "system"],
  ["light", "light"],
  ["purple", "light"],
])("a stored %s is read as %s", (stored, theme) => {
  if (stored) localStorage.setItem("perimeter-theme", stored);
  expect(readTheme()).toBe(theme);
});

test("storeTheme stores the plain word and applies it", () => {
  storeTheme("dark");
  expect(localStorage.getItem("perimeter-theme")).toBe("dark");
  expect(document.documentElement.dataset.theme).toBe("dark");
});

test("storeTheme applies the choice even without storage", () => {
  const denied = () => {
    throw new Error("denied");
  };
  vi.stubGlobal("localStorage", { getItem: denied, setItem: denied });
  storeTheme("dark");
  expect(document.documentElement.dataset.theme).toBe("dark");
  expect(readTheme()).toBe("light");
});

test.each([
  ["light", true, "light"],
  ["dark", false, "dark"],
  ["system", false, "light"],
  ["system", true, "dark"],
] as const)("%s with a dark system (%s) applies %s", (theme, dark, shown) => {
  systemIsDark(dark);
  applyTheme(theme);
  expect(document.documentElement.dataset.theme).toBe(shown);
  const media = [...document.querySelectorAll("meta")].map((meta) => meta.media);
  expect(media).toEqual(shown === "light" ? ["all", "not all"] : ["not all", "all"]);
});

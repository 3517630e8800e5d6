import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("HTML is marked by the policy that the server allows", async () => {
  const createPolicy = vi.fn((_name: string, rules: { createHTML(html: string): string }) => ({
    createHTML: (html: string) => ({ marked: rules.createHTML(html) }),
  }));
  vi.stubGlobal("trustedTypes", { createPolicy });
  const { trustedHtml } = await import("./trusted-html");
  expect(trustedHtml("<p>Ants</p>")).toEqual({ marked: "<p>Ants</p>" });
  expect(trustedHtml("<p>Bees</p>")).toEqual({ marked: "<p>Bees</p>" });
  // Browsers refuse a second policy of the same name.
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith("perimeter", expect.anything());
});

test("HTML stays text on the server and in browsers without Trusted Types", async () => {
  const { trustedHtml } = await import("./trusted-html");
  expect(trustedHtml("<p>Ants</p>")).toBe("<p>Ants</p>");
});

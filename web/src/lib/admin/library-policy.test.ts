import { expect, it, vi } from "vitest";
import { installLibraryPolicy } from "./library-policy";

it("lets libraries parse HTML and empty elements, and start the worker, and nothing else", () => {
  const createPolicy = vi.fn();
  vi.stubGlobal("trustedTypes", { createPolicy });
  installLibraryPolicy();
  const [name, { createHTML, createScriptURL }] = createPolicy.mock.calls[0] ?? [];
  expect(name).toBe("default");
  expect(createHTML("<b>x</b>", "TrustedHTML", "DOMParser parseFromString")).toBe("<b>x</b>");
  expect(createHTML("", "TrustedHTML", "Element innerHTML")).toBe("");
  expect(createHTML("<b>x</b>", "TrustedHTML", "Element innerHTML")).toBeNull();
  expect(() => createHTML("<b>x</b>")).toThrow(TypeError);
  expect(createScriptURL("/admin/worker.js")).toBe("/admin/worker.js");
  expect(createScriptURL("https://evil.example/x.js")).toBeNull();
});

it("does nothing in browsers without Trusted Types", () => {
  vi.stubGlobal("trustedTypes", undefined);
  expect(installLibraryPolicy).not.toThrow();
});

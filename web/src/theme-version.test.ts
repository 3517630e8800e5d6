import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sources, themeVersion } from "../vite.theme-version.ts";

test("the version of the theme changes with each of its sources", () => {
  const folder = mkdtempSync(join(tmpdir(), "theme-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const source of sources) cpSync(source, join(folder, source));
  const versions = new Set([themeVersion(folder)]);
  expect(versions).toContain(themeVersion());
  for (const source of sources) {
    writeFileSync(join(folder, source), "changed");
    versions.add(themeVersion(folder));
  }
  expect(versions).toHaveProperty("size", 1 + sources.length);
});

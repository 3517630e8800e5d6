import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** What a folder of src may import besides itself. */
const mayImport: Record<string, string[]> = {
  pages: ["layout", "features", "editing", "domain", "api", "ui", "lib", "art"],
  layout: ["features", "domain", "api", "ui", "lib", "art"],
  features: ["editing", "domain", "api", "ui", "lib", "art"],
  editing: ["domain", "api", "ui", "lib"],
  domain: ["lib", "art"],
  api: ["lib"],
  ui: ["lib", "art"],
  lib: [],
  art: [],
};
/** Entry files mount pages; pages put features together. */
const entryMayImport = ["pages", "layout", "domain", "api", "ui", "lib", "art"];
const backOfficeEntries = /^(admin-app|entry-admin|entry-server|entry-worker)\.tsx?$/;
const backOffice = /^editing\/|(^|\/)admin(\/|-app)/;
const backOfficePackages = /^@(uppy|tanstack)\//;

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
  /\.tsx?$/.test(file),
);
const isTest = (file: string) => /\.test\.tsx?$|^testing\//.test(file);
const product = files.filter((file) => !isTest(file));

/** The imports of a file as written, type imports included. */
function importsOf(file: string): string[] {
  const source = readFileSync(join("src", file), "utf8");
  return [...source.matchAll(/(?:from|import\(|^import) ?"([^"]+)"/gm)].map(
    ([, name = ""]) => name,
  );
}

/** The file of src that an import names; undefined for a package. */
function fileOf(importer: string, name: string): string | undefined {
  const path = name.startsWith("@/")
    ? name.slice(2)
    : name.startsWith(".") && join(dirname(importer), name);
  if (!path) return undefined;
  return [`${path}.ts`, `${path}.tsx`, path].find((file) => existsSync(join("src", file)));
}

const folderOf = (file: string) => (file.includes("/") ? (file.split("/")[0] ?? "") : "");
const featureOf = (file: string) => file.split("/")[1];
const isBackOffice = (file: string) => backOffice.test(file) || backOfficeEntries.test(file);

function problemWith(importer: string, name: string): string | undefined {
  const target = fileOf(importer, name);
  const inBackOffice = isBackOffice(importer);
  if (!target) {
    if (!inBackOffice && backOfficePackages.test(name)) return "is only for the back office";
    if (name === "radix-ui/internal") return "may change in any release";
    if (name === "clsx" && inBackOffice && !importer.endsWith("class-names.ts")) {
      return "merges no classes; use cn from @/ui/admin/class-names";
    }
    return undefined;
  }
  const [from, to] = [folderOf(importer), folderOf(target)];
  if (isTest(target)) return "is only for tests";
  if (!inBackOffice && isBackOffice(target)) return "is only for the back office";
  const allowed = from === "" ? entryMayImport : (mayImport[from] ?? []);
  if (to !== from && to !== "" && to !== "styles" && !allowed.includes(to)) {
    return "is in a layer above it or beside it";
  }
  if (from === "features" && to === "features" && featureOf(importer) !== featureOf(target)) {
    return "is another feature; pages put features together";
  }
  if (name.startsWith("..") && to !== from) return "is in another folder; write @/…";
  return undefined;
}

test("imports run from pages down to lib, and public code does not reach the back office", () => {
  const problems = product.flatMap((file) =>
    importsOf(file).flatMap((name) => {
      const problem = problemWith(file, name);
      return problem ? [`${file}: ${name} ${problem}`] : [];
    }),
  );
  expect(problems).toEqual([]);
});

test("no file imports itself by way of others, not even its types", () => {
  const targets = new Map(
    product.map((file) => [file, importsOf(file).flatMap((name) => fileOf(file, name) ?? [])]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
      return;
    }
    if (done.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of product) visit(file, []);
  expect(circles).toEqual([]);
});

test("code that the back office loads later goes through lazyPart, which can fail alone", () => {
  const others = product.filter(isBackOffice).flatMap((file) => {
    const source = readFileSync(join("src", file), "utf8").replace(
      /= lazy(Part|Sheet)\([^;]+;/g,
      "",
    );
    return [...source.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, name]) => `${file}: ${name}`);
  });
  expect(others.sort()).toEqual([
    // Its functions are called; the caller says that they failed.
    "api/admin/passkeys.ts: @simplewebauthn/browser",
    // The whole page, whose boundary offers to reload it.
    "entry-admin.tsx: @/pages/admin/admin-gate",
  ]);
});

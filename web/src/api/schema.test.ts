// @vitest-environment node
import { readFile } from "node:fs/promises";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import { expect, test } from "vitest";

const beside = (name: string) => new URL(name, import.meta.url);

test.each([
  ["schema.ts", "openapi.json"],
  ["../domain/page-schema.ts", "../domain/page-schema.json"],
])("%s is up to date with %s; otherwise run npm run schema", async (types, document) => {
  const generated = COMMENT_HEADER + astToString(await openapiTS(beside(document)));
  expect(await readFile(beside(types), "utf8")).toBe(generated);
});

// @vitest-environment node
import { readFile } from "node:fs/promises";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import { expect, test } from "vitest";

const beside = (name: string) => new URL(name, import.meta.url);

test("schema.ts is generated from the current openapi.json; npm run schema writes it anew", async () => {
  const generated = COMMENT_HEADER + astToString(await openapiTS(beside("openapi.json")));
  expect(await readFile(beside("schema.ts"), "utf8")).toBe(generated);
});

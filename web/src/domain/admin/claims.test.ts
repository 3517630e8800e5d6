import { describe, expect, test } from "vitest";
import vectors from "./claim-vectors.json";
import { claimNotes, findClaims } from "./claims";

// The server's tests use the same vectors.
describe("findClaims", () => {
  test.each(vectors.noticed)("finds in $text the claims $phrases", ({ text, phrases }) => {
    expect(findClaims(text).map((claim) => claim.phrase)).toEqual(phrases);
  });

  test.each(vectors.passes)("finds nothing in %j", (text) => {
    expect(findClaims(text)).toEqual([]);
  });
});

describe("claimNotes", () => {
  test("quotes the phrase and names the rule", () => {
    expect(claimNotes("It is harmless, and EPA approved.")).toEqual([
      expect.stringMatching(/^“harmless”: Texas rule 4 TAC §7\.152 .*safe/),
      expect.stringMatching(/^“EPA approved”: Texas rule 4 TAC §7\.152 .*agency/),
    ]);
  });

  test("is empty for text without claims", () => {
    expect(claimNotes("We answer the phone.")).toEqual([]);
  });
});

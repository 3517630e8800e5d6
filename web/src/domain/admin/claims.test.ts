import { describe, expect, test } from "vitest";
import vectors from "./claim-vectors.json";
import { claimNotes, findClaims } from "./claims";

// The server's tests use the same vectors.
describe("wording that the advertising rule treats as deceptive", () => {
  test.each(vectors.noticed)("$text is noticed as $phrases", ({ text, phrases }) => {
    expect(findClaims(text).map((claim) => claim.phrase)).toEqual(phrases);
  });

  test.each(vectors.passes)("%j passes", (text) => {
    expect(findClaims(text)).toEqual([]);
  });
});

describe("the note", () => {
  test("quotes the words and names the rule", () => {
    expect(claimNotes("It is harmless, and EPA approved.")).toEqual([
      expect.stringMatching(/^“harmless”: Texas rule 4 TAC §7\.152 .*safe/),
      expect.stringMatching(/^“EPA approved”: Texas rule 4 TAC §7\.152 .*agency/),
    ]);
  });

  test("is absent from a text that says nothing of the kind", () => {
    expect(claimNotes("We answer the phone.")).toEqual([]);
  });
});

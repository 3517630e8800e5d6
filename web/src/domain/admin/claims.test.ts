import { describe, expect, test } from "vitest";
import { claimNotes, findClaims } from "./claims";

describe("findClaims", () => {
  test.each([
    ["Our sprays are safe.", ["safe"]],
    ["Completely safe when used as directed", ["Completely safe"]],
    ["A safer choice, the safest in town", ["safer", "safest"]],
    ["Harmless to pets and children", ["Harmless to pets and children"]],
    ["non-toxic to humans and pets", ["non-toxic to humans and pets"]],
    ["Nontoxic, non injurious, non-poisonous", ["Nontoxic", "non injurious", "non-poisonous"]],
    ["free from risk or harm", ["free from risk or harm"]],
    ["A risk-free treatment", ["risk-free"]],
    ["pet-safe and kid friendly", ["pet-safe", "kid friendly"]],
    ["environmentally friendly", ["environmentally friendly"]],
    ["Environmentally-responsible methods", ["Environmentally-responsible"]],
    ["eco-friendly, ecofriendly", ["eco-friendly", "ecofriendly"]],
    ["pollution approved", ["pollution approved"]],
    ["All-natural and organic", ["All-natural", "organic"]],
    ["contains natural ingredients", ["natural ingredients"]],
    ["among the least toxic chemicals known", ["least toxic"]],
    ["EPA approved", ["EPA approved"]],
    ["An EPA-registered product", ["EPA-registered"]],
    [
      "recommended by the Texas Department of Agriculture",
      ["recommended by the Texas Department of Agriculture"],
    ],
    ["SAFE, Safe and safe again", ["SAFE"]],
    ["<p class='safe'>Nothing to see</p>", []],
    ["It is <em>harmless</em>.", ["harmless"]],
    ["environmentally\n  friendly", ["environmentally friendly"]],
  ])("finds in %j the claims %j", (text, phrases) => {
    expect(findClaims(text).map((claim) => claim.phrase)).toEqual(phrases);
  });

  test.each([
    "",
    "Targeted treatment where pests live, and none where they do not.",
    "An unsafe crawl space",
    "Safety data sheets are kept in the truck.",
    "A safe-room door",
    "We safeguard your slab.",
    "Organics recycling",
    "Licensed by the Texas Department of Agriculture",
  ])("finds nothing in %j", (text) => {
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

import { expect, test } from "vitest";
import { sampleIdentity } from "@/testing/sample-identity";
import { initialsOf, listNames, peopleOf } from "./people";

test("people without a photo have none, and uploaded photos their details", () => {
  const details = { url: "/objects/x", alt: "", width: 1, height: 1, preview: "", variants: [] };
  const [sam, pat] = sampleIdentity.team;
  if (!sam || !pat) throw new Error("the sample has two people");
  const team = [
    { ...sam, imageUrl: "" },
    { ...pat, imageUrl: "/objects/x", employee: true },
  ];
  const people = peopleOf({
    identity: { ...sampleIdentity, team },
    // JSON has null where a photo is not an uploaded image.
    portraits: [null as never, details],
  });
  expect(people.map(({ isOwner, photo }) => [isOwner, photo])).toEqual([
    [true, { src: "", details: undefined }],
    [false, { src: "/objects/x", details }],
  ]);
});

test("names are listed as in a sentence", () => {
  expect([[], ["Ana"], ["Ana", "Bo"], ["Ana", "Bo", "Cy"]].map(listNames)).toEqual([
    "",
    "Ana",
    "Ana and Bo",
    "Ana, Bo and Cy",
  ]);
});

test("initials are those of the first and the last name", () => {
  expect(["Olive van Owner", "Cher", " ", "émile zola"].map(initialsOf)).toEqual([
    "OO",
    "C",
    "",
    "ÉZ",
  ]);
});

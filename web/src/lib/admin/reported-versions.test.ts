import { expect, test } from "vitest";
import { reportedVersions, reportVersions } from "./reported-versions";

test("versions are known only while the change is reported", () => {
  const seen: (readonly number[])[] = [];
  reportVersions([3, 4], () => seen.push(reportedVersions()));
  seen.push(reportedVersions());
  reportVersions(undefined, () => seen.push(reportedVersions()));
  expect(seen).toEqual([[3, 4], [], []]);
});

test("a report that fails leaves no versions behind", () => {
  const failing = () =>
    reportVersions([3], () => {
      throw new Error("no toast");
    });
  expect(failing).toThrow("no toast");
  expect(reportedVersions()).toEqual([]);
});

import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWithPage } from "@/testing/render";
import { sampleIdentity } from "@/testing/sample-identity";
import { useTime } from "./times";

function Time({ at }: { at: string }) {
  return <p>{useTime()(at)}</p>;
}

it.each([
  ["America/Chicago", "Mar 2, 2026, 9:04 AM"],
  ["Asia/Tokyo", "Mar 3, 2026, 12:04 AM"],
])("writes a time as it is in %s, wherever the reader is", (timeZone, text) => {
  renderWithPage(<Time at="2026-03-02T15:04:05Z" />, {
    identity: { ...sampleIdentity, timeZone },
  });
  expect(screen.getByText(text)).toBeVisible();
});

import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWithPage } from "@/testing/render";
import { sampleIdentity } from "@/testing/sample-identity";
import { TrustStrip } from "./trust-strip";

const data = { "business-hours": [], "special-days": [] };
const names = () => screen.getAllByRole("term").map(({ textContent }) => textContent);

it("shows the company's facts and, once the browser knows, whether it is open", async () => {
  renderWithPage(<TrustStrip />, { data });
  expect(names()).toEqual(["License", "Experience", "Guarantee", "Hours"]);
  expect(screen.getByText(sampleIdentity.license)).toBeVisible();
  expect(await screen.findByText(/^(Open|Closed) now$/)).toBeVisible();
  expect(screen.getByText(/^(until|opens) /)).toBeVisible();
});

it("leaves no gap for an empty fact", () => {
  renderWithPage(<TrustStrip />, { data, identity: { ...sampleIdentity, license: "" } });
  expect(names()).toEqual(["Experience", "Guarantee", "Hours"]);
});

import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWithPage } from "@/testing/render";
import { SocialLinks } from "./social-links";

const link = (platform: string) => ({
  id: platform.charCodeAt(0),
  platform,
  url: `https://${platform}.test/us`,
  icon: "",
  active: true,
});

it("shows the default platforms until one is saved; only Facebook has a target", () => {
  renderWithPage(<SocialLinks />, { data: { "social-links": null } });
  const links = screen.getAllByRole("link");
  expect(links.map((each) => [each.textContent, each.getAttribute("href")])).toEqual([
    ["Facebook", "https://www.facebook.com/loneoakpest.example"],
    ["Instagram", null],
    ["Twitter", null],
  ]);
});

it("shows nothing if all saved links are inactive", () => {
  renderWithPage(<SocialLinks />, { data: { "social-links": [] } });
  expect(screen.queryAllByRole("link")).toEqual([]);
});

it("shows the saved links by platform name, and a globe for unknown ones", () => {
  const saved = [link("linkedin"), link("Twitter"), link("Nextdoor"), link("constructor")];
  renderWithPage(<SocialLinks />, { data: { "social-links": saved } });
  const links = screen.getAllByRole("link");
  expect(links.map((each) => each.textContent)).toEqual([
    "LinkedIn",
    "Twitter",
    "Nextdoor",
    "constructor",
  ]);
  const icons = links.map((each) =>
    each.querySelector<HTMLElement>(".platform-icon")?.style.getPropertyValue("--icon"),
  );
  expect(icons).toEqual(
    ["linkedin", "x", "globe", "globe"].map((name) => `url(/icons/${name}.svg)`),
  );
  expect(links[0]).toHaveAttribute("target", "_blank");
});

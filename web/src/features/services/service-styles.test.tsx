import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ServiceStyles } from "./service-styles";

const service = {
  id: 7,
  name: "Termite Control",
  slug: "termite",
  shortDescription: "",
  fullDescription: "",
  imageUrl: "",
  features: [],
  featuredOnHome: false,
  hidden: false,
  template: '<p class="p-4">x</p>',
  updatedAt: "2026-03-02T12:00:00Z",
};

function stylesheetURL(theme: string, updatedAt = service.updatedAt) {
  vi.stubEnv("VITE_THEME_VERSION", theme);
  const markup = renderToStaticMarkup(<ServiceStyles service={{ ...service, updatedAt }} />);
  vi.unstubAllEnvs();
  return /href="([^"]+)"/.exec(markup)?.[1];
}

test("the URL of a service's CSS changes with the service and with the theme", () => {
  const url = stylesheetURL("theme-1");
  expect(url).toMatch(/^\/styles\/services\/7\.css\?v=/);
  expect(stylesheetURL("theme-1")).toBe(url);
  expect(stylesheetURL("theme-2")).not.toBe(url);
  expect(stylesheetURL("theme-1", "2026-03-03T12:00:00Z")).not.toBe(url);
});

import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { show } from "@/testing/show";
import { Layout } from "./layout";

const shared = { content: [], "social-links": [], "business-hours": [] };

const scrollTo = vi.fn();

beforeEach(() => {
  scrollTo.mockClear();
  vi.stubGlobal("scrollTo", scrollTo);
});

it("begins a new route at the top with the focus on the page", () => {
  const { navigate } = show(<Layout>page</Layout>, { data: shared });
  expect(scrollTo).not.toHaveBeenCalled();
  act(() => navigate("/about"));
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
  expect(screen.getByRole("main")).toHaveFocus();
});

it("leaves the focus alone when the page was loaded", () => {
  show(<Layout>page</Layout>, { data: shared });
  expect(screen.getByRole("main")).not.toHaveFocus();
});

it("surrounds the page with the landmarks, the year and the company's details", () => {
  show(<Layout>page</Layout>, { data: shared });
  expect(screen.getByRole("banner")).toBeVisible();
  const footer = screen.getByRole("contentinfo");
  expect(footer).toHaveTextContent("© 2026 Lone Oak Pest & Termite");
  expect(footer).toHaveTextContent("Hillsboro, TX 76645");
  expect(footer).toHaveTextContent("info@loneoakpest.example");
  expect(footer).toHaveTextContent("Mon-Fri 8AM-5PM");
});

it("shows saved hours in the footer", () => {
  const hours = [{ day: "saturday", openTime: "10:00 AM", closeTime: "1:00 PM", isClosed: false }];
  show(<Layout>page</Layout>, { data: { ...shared, "business-hours": hours } });
  expect(screen.getByRole("contentinfo")).toHaveTextContent("Mon-Fri 8AM-5PMSat 10AM-1PM");
});

it("offers links that lead nowhere yet as such", () => {
  show(<Layout>page</Layout>, { data: shared });
  for (const name of ["Privacy Policy", "Terms of Service", "Sitemap"]) {
    const link = screen.getByRole("link", { name });
    expect(link).not.toHaveAttribute("href");
    expect(link).toHaveAttribute("aria-disabled", "true");
  }
});

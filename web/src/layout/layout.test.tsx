import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { Route } from "wouter";
import { AppProvider } from "@/app-provider";
import { createDataStore } from "@/lib/data-store";
import { renderWithPage } from "@/testing/render";
import { sampleFooter, sampleIdentity } from "@/testing/sample-identity";
import { Layout } from "./layout";

function Broken(): never {
  throw new Error("broken");
}

const shared = { content: [], "social-links": [], "business-hours": [], "special-days": [] };

const scrollTo = vi.fn();

beforeEach(() => {
  scrollTo.mockClear();
  vi.stubGlobal("scrollTo", scrollTo);
});

it("scrolls to the top and focuses the page after a route change", () => {
  const { navigate } = renderWithPage(<Layout>page</Layout>, { data: shared });
  expect(scrollTo).not.toHaveBeenCalled();
  act(() => navigate("/about"));
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
  expect(screen.getByRole("main")).toHaveFocus();
});

it("scrolls to the top between pages of the blog, and for no other query", () => {
  const { navigate } = renderWithPage(<Layout>page</Layout>, { data: shared, path: "/blog" });
  act(() => navigate("/blog?utm_source=mail"));
  expect(scrollTo).not.toHaveBeenCalled();
  act(() => navigate("/blog?page=2"));
  expect(scrollTo).toHaveBeenCalledTimes(1);
  act(() => navigate("/blog"));
  expect(scrollTo).toHaveBeenCalledTimes(2);
});

it("scrolls to the top when a link to the current page is clicked", async () => {
  history.replaceState(null, "", "/services");
  const page = {
    path: "/services",
    year: 2026,
    identity: sampleIdentity,
    footerServices: sampleFooter,
    baseUrl: "",
  };
  const seeds = Object.entries(shared).map(([key, data]) => ({ key: [key], data }));
  render(
    <AppProvider
      page={{ ...page, queries: seeds }}
      store={createDataStore(seeds)}
      owns={() => true}
    >
      <Layout>page</Layout>
    </AppProvider>,
  );
  const entries = history.length;
  await userEvent.click(screen.getByRole("link", { name: "Termite Control" }));
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
  expect(screen.getByRole("main")).toHaveFocus();
  expect(history.length).toBe(entries);
  await userEvent.click(screen.getByRole("link", { name: "Rodent Control" }));
  expect(scrollTo).toHaveBeenCalledTimes(2);
});

it("keeps header and footer when a page throws, and renders the next page", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { navigate } = renderWithPage(
    <Layout>
      <Route path="/">
        <Broken />
      </Route>
      <Route path="/about">the next page</Route>
    </Layout>,
    { data: shared },
  );
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Something Went Wrong");
  expect(screen.getByRole("alert")).toHaveTextContent("call (254) 555-0142");
  expect(screen.getByRole("button", { name: "Reload the Page" })).toBeVisible();
  expect(screen.getByRole("banner")).toBeVisible();
  expect(screen.getByRole("contentinfo")).toBeVisible();
  act(() => navigate("/about"));
  expect(screen.getByText("the next page")).toBeVisible();
});

it("omits header, footer and dock below /admin and uses the grey background", () => {
  const { navigate } = renderWithPage(<Layout>page</Layout>, { data: shared, path: "/admin/-" });
  expect(screen.queryByRole("banner")).toBeNull();
  expect(screen.queryByRole("contentinfo")).toBeNull();
  expect(screen.queryByRole("complementary")).toBeNull();
  const main = screen.getByRole("main");
  expect(main).toHaveClass("bg-desk");
  act(() => navigate("/"));
  expect(screen.getByRole("banner")).toBeVisible();
  expect(screen.getByRole("main"), "the main element is reused").toBe(main);
  expect(main).toHaveFocus();
  expect(main).not.toHaveClass("bg-desk");
});

it("does not move the focus on the first load", () => {
  renderWithPage(<Layout>page</Layout>, { data: shared });
  expect(screen.getByRole("main")).not.toHaveFocus();
});

it("renders landmarks, year and company details", () => {
  renderWithPage(<Layout>page</Layout>, { data: shared });
  expect(screen.getByRole("banner")).toBeVisible();
  const footer = screen.getByRole("contentinfo");
  expect(footer).toHaveTextContent("© 2026 Lone Oak Pest & Termite");
  expect(footer).toHaveTextContent("Hillsboro, TX 76645");
  expect(footer).toHaveTextContent("info@loneoakpest.example");
  expect(footer).toHaveTextContent("Mon-Fri 8AM-5PM");
});

it("shows saved hours in the footer", () => {
  const hours = [{ day: "saturday", openTime: "10:00 AM", closeTime: "1:00 PM", isClosed: false }];
  renderWithPage(<Layout>page</Layout>, { data: { ...shared, "business-hours": hours } });
  expect(screen.getByRole("contentinfo")).toHaveTextContent("Mon-Fri 8AM-5PMSat 10AM-1PM");
});

it("shows the next special day in the footer", () => {
  const thanksgiving = {
    id: 1,
    date: "2026-11-26",
    endDate: "2026-11-26",
    isClosed: true,
    openTime: "",
    closeTime: "",
    label: "Thanksgiving Day",
  };
  const christmas = {
    ...thanksgiving,
    id: 2,
    date: "2026-12-24",
    endDate: "2027-01-02",
    isClosed: false,
    openTime: "9:00 AM",
    closeTime: "noon",
    label: "",
  };
  const { unmount } = renderWithPage(<Layout>page</Layout>, {
    data: { ...shared, "special-days": [thanksgiving, christmas] },
  });
  const footer = () => screen.getByRole("contentinfo");
  expect(footer()).toHaveTextContent("Mon-Fri 8AM-5PMNovember 26 Closed (Thanksgiving Day)");
  expect(footer()).not.toHaveTextContent("December");
  unmount();
  renderWithPage(<Layout>page</Layout>, { data: { ...shared, "special-days": [christmas] } });
  expect(footer()).toHaveTextContent("December 24 to January 2 9AM-noon");
});

it("marks links without a target as not available yet", () => {
  renderWithPage(<Layout>page</Layout>, { data: shared });
  for (const name of ["Privacy Policy", "Terms of Service", "Sitemap"]) {
    const link = screen.getByRole("link", { name });
    expect(link).not.toHaveAttribute("href");
    // aria-disabled would make people and tests expect that it cannot be clicked.
    expect(link).not.toHaveAttribute("aria-disabled");
    expect(link).toHaveAccessibleDescription("Not available yet");
  }
});

import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { Link, useLocation } from "wouter";
import { usePage } from "@/domain/page-data";
import { createDataStore } from "@/lib/data-store";
import { sampleIdentity } from "@/testing/sample-identity";
import { AppProvider } from "./app-provider";

function Where() {
  const [path] = useLocation();
  return (
    <>
      <output>{path}</output>
      <span title="visit">{usePage().revisits}</span>
    </>
  );
}

function show(serverPath: string) {
  const page = {
    path: serverPath,
    year: 2025,
    identity: sampleIdentity,
    footerServices: [],
    baseUrl: "https://pest.example",
    queries: [],
  };
  render(
    <AppProvider page={page} store={createDataStore()} owns={(path) => path !== "/login"}>
      <Where />
      <Link href="/about">About</Link>
      <Link href="/login?next=/admin">Login</Link>
    </AppProvider>,
  );
}

const path = () => screen.getByRole("status").textContent;

beforeEach(() => history.replaceState(null, "", "/"));

test("an unknown URL is rendered under the path that the server sent", () => {
  history.replaceState(null, "", "/services/no-such-thing");
  show("/services/-");
  expect(path()).toBe("/services/-");
});

test("after navigation the URL's own path is used, until somebody returns to the unknown URL", async () => {
  history.replaceState(null, "", "/services/no-such-thing");
  show("/services/-");
  await userEvent.click(screen.getByRole("link", { name: "About" }));
  expect(path()).toBe("/about");
  await act(async () => history.pushState(null, "", "/services/no-such-thing"));
  expect(path()).toBe("/services/-");
});

test("a query that leads nowhere does not hide the page without it", async () => {
  history.replaceState(null, "", "/about?page=9");
  show("/-");
  expect(path()).toBe("/-");
  await userEvent.click(screen.getByRole("link", { name: "About" }));
  expect(path()).toBe("/about");
  await act(async () => history.pushState(null, "", "/about?page=9"));
  expect(path()).toBe("/-");
});

test("a link to the current page counts as a revisit and adds no history entry", async () => {
  show("/");
  await userEvent.click(screen.getByRole("link", { name: "About" }));
  const entries = history.length;
  await userEvent.click(screen.getByRole("link", { name: "About" }));
  await userEvent.click(screen.getByRole("link", { name: "About" }));
  expect(path()).toBe("/about");
  expect(screen.getByTitle("visit")).toHaveTextContent("2");
  expect(history.length).toBe(entries);
});

test("the document is marked as started after the first effects", () => {
  delete document.documentElement.dataset.started;
  show("/");
  expect(document.documentElement).toHaveAttribute("data-started");
});

test("a link to a page of the other bundle loads the whole page", async () => {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
  show("/");
  await userEvent.click(screen.getByRole("link", { name: "Login" }));
  expect(assign).toHaveBeenCalledExactlyOnceWith("/login?next=/admin");
  expect(path()).toBe("/");
});

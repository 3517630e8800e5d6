import { render } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, test, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { PageContext, type ServerCallbacks } from "@/domain/page-data";
import { sampleIdentity } from "@/testing/sample-identity";
import { Head } from "./head";

const { name } = sampleIdentity;

function show(props: Partial<ComponentProps<typeof Head>> = {}, server: ServerCallbacks = {}) {
  const { hook } = memoryLocation({ path: "/services/termite" });
  const page = {
    year: 2025,
    identity: sampleIdentity,
    footerServices: [],
    baseUrl: "https://pest.example",
    ...server,
  };
  return render(
    <PageContext value={page}>
      <Router hook={hook}>
        <Head title="Termites" description="About termites." {...props} />
      </Router>
    </PageContext>,
  );
}

const meta = (attribute: string, value: string) =>
  document.head.querySelector(`meta[${attribute}="${value}"]`)?.getAttribute("content");
const canonical = () => document.head.querySelector("link[rel=canonical]")?.getAttribute("href");

test("a page has title, description and URL tags", () => {
  show();
  expect(document.title).toBe(`Termites | ${name}`);
  expect(meta("name", "description")).toBe("About termites.");
  expect(canonical()).toBe("https://pest.example/services/termite");
  expect(meta("property", "og:url")).toBe("https://pest.example/services/termite");
  expect(meta("property", "og:title")).toBe(`Termites | ${name}`);
  expect(meta("property", "og:site_name")).toBe(name);
  expect(meta("name", "twitter:card")).toBe("summary_large_image");
  expect(meta("name", "robots")).toBeUndefined();
});

test.each([
  [undefined, "https://pest.example/share/services/termite.jpg"],
  ["/objects/uploads/a", "https://pest.example/objects/uploads/a"],
  ["https://pictures.example/a.jpg", "https://pictures.example/a.jpg"],
])("the image %s becomes the og:image %s", (image, shared) => {
  show({ image });
  expect(meta("property", "og:image")).toBe(shared);
});

test("the card of the page has a size and says what it shows", () => {
  const { unmount } = show();
  expect(meta("property", "og:image:alt")).toBe(`${name}: Termites`);
  expect(meta("property", "og:image:width")).toBe("1200");
  expect(meta("property", "og:image:height")).toBe("630");
  unmount();
  show({ status: 404 });
  expect(meta("property", "og:image")).toBe("https://pest.example/share/home.jpg");
});

test("a missing page sets status 404 and noindex", () => {
  const setStatus = vi.fn();
  show({ status: 404 }, { setStatus });
  expect(setStatus).toHaveBeenCalledWith(404);
  expect(meta("name", "robots")).toBe("noindex");
  expect(canonical()).toBeUndefined();
});

test("a page with posts links to the feed", () => {
  const feed = () => document.head.querySelector("link[rel=alternate]");
  const { unmount } = show();
  expect(feed()).toBeNull();
  unmount();
  show({ feed: true });
  expect(feed()).toHaveAttribute("type", "application/atom+xml");
  expect(feed()).toHaveAttribute("title", name);
  expect(feed()).toHaveAttribute("href", "https://pest.example/feed.xml");
});

test("noindex does not change the status", () => {
  const setStatus = vi.fn();
  show({ noindex: true }, { setStatus });
  expect(setStatus).not.toHaveBeenCalled();
  expect(meta("name", "robots")).toBe("noindex");
});

test("the server gets the subject of the page", () => {
  const setSubject = vi.fn();
  const subject = { trail: [["Services", "/services"]] as [string, string][] };
  show({ subject }, { setSubject });
  expect(setSubject).toHaveBeenCalledWith(subject);
});

import { afterEach, expect, test, vi } from "vitest";
import { showWithPicture } from "./picture-transition";

const list = `<article><a href="/services/ants">Ants</a><img id="card" /></article>`;
const page = `<img id="page" data-page-picture />`;

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = "";
  Reflect.deleteProperty(document, "startViewTransition");
});

/** The names of the pictures before and after the change. */
function stubTransition() {
  const names: (string | undefined)[] = [];
  const nameOf = (id: string) => document.getElementById(id)?.style.viewTransitionName;
  const start = vi.fn((change: () => void) => {
    names.push(nameOf("card"));
    change();
    names.push(nameOf("page"));
    return { finished: Promise.resolve(), ready: Promise.resolve() };
  });
  Object.assign(document, { startViewTransition: start });
  return { start, names, nameOf };
}

const preferMotion = (reduced: boolean) =>
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));

function showPage() {
  document.body.innerHTML = page;
}

test("the picture of a card becomes the picture of the page that it leads to", async () => {
  preferMotion(false);
  const { names, nameOf } = stubTransition();
  document.body.innerHTML = list;
  showWithPicture(showPage, "/services/ants");
  expect(names).toEqual(["page-picture", "page-picture"]);
  await Promise.resolve();
  expect(nameOf("page")).toBe("");
});

test("a page to which no card leads is shown at once", () => {
  preferMotion(false);
  const { start } = stubTransition();
  document.body.innerHTML = list;
  showWithPicture(showPage, "/contact");
  expect(start).not.toHaveBeenCalled();
  expect(document.getElementById("page")).not.toBeNull();
});

test.each([
  ["a visitor who wants no motion", true, true],
  ["a browser that cannot do it", false, false],
])("%s sees the page at once", (_, reduced, supported) => {
  preferMotion(reduced);
  const { start } = stubTransition();
  if (!supported) Reflect.deleteProperty(document, "startViewTransition");
  document.body.innerHTML = list;
  showWithPicture(showPage, "/services/ants");
  expect(start).not.toHaveBeenCalled();
  expect(document.getElementById("page")).not.toBeNull();
});

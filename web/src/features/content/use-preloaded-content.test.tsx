import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockApi, renderWithPage } from "@/testing/render";
import { useContent } from "./use-content";
import { usePreloadedContent } from "./use-preloaded-content";

function Links() {
  usePreloadedContent();
  return (
    <>
      <a href="/programs">Programs</a>
      <a href="/about">About</a>
    </>
  );
}

function Title() {
  return <h1>{useContent("about")("about_title")}</h1>;
}

it("fetches the content of other pages when a link to one is pointed at, once", async () => {
  mockApi({ "/api/content": [{ key: "about_title", content: "Stored" }] });
  const { user, rerenderPart } = renderWithPage(<Links />);
  await user.hover(screen.getByRole("link", { name: "Programs" }));
  expect(fetch).not.toHaveBeenCalled();
  await user.hover(screen.getByRole("link", { name: "About" }));
  await user.unhover(screen.getByRole("link", { name: "About" }));
  await user.hover(screen.getByRole("link", { name: "About" }));
  await waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  rerenderPart(<Title />);
  expect(screen.getByRole("heading")).toHaveTextContent("Stored");
});

function DetailLinks() {
  usePreloadedContent();
  return (
    <>
      <a href="/services/ants">Ants</a>
      <a href="/blog/mice">Mice</a>
      <a href="/blog/mice/more">Nothing</a>
    </>
  );
}

it("fetches a service or a post when a link to it is pointed at", async () => {
  mockApi({ "/api/services/ants": null, "/api/blog-posts?slug=mice": [] });
  const { user } = renderWithPage(<DetailLinks />);
  await user.hover(screen.getByRole("link", { name: "Nothing" }));
  expect(fetch).not.toHaveBeenCalled();
  for (const name of ["Ants", "Mice"]) await user.hover(screen.getByRole("link", { name }));
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
});

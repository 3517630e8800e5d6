import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Picture } from "./picture";

const details = {
  alt: "",
  preview: "",
  variants: [
    { url: "/a-320.jpg", mediaType: "image/jpeg", width: 320 },
    { url: "/a-320.webp", mediaType: "image/webp", width: 320 },
    { url: "/a-640.webp", mediaType: "image/webp", width: 640 },
    { url: "/a-320.avif", mediaType: "image/avif", width: 320 },
  ],
};

it("is a plain img element without details", () => {
  const { container } = render(<Picture src="/a.svg" alt="A" sizes="100vw" />);
  expect(screen.getByRole("img", { name: "A" })).toHaveAttribute("src", "/a.svg");
  expect(container.querySelector("source")).toBeNull();
});

it("lists the variants by format, the smallest format first", () => {
  const { container } = render(<Picture src="/a.jpg" alt="A" sizes="50vw" details={details} />);
  const sources = [...container.querySelectorAll("source")];
  expect(sources.map((source) => [source.type, source.getAttribute("srcset")])).toEqual([
    ["image/avif", "/a-320.avif 320w"],
    ["image/webp", "/a-320.webp 320w, /a-640.webp 640w"],
    ["image/jpeg", "/a-320.jpg 320w"],
  ]);
  expect(sources.every((source) => source.sizes === "50vw")).toBe(true);
});

it("prefers the image's own alternative text", () => {
  const described = { ...details, alt: "A truck by a barn" };
  render(<Picture src="/a.jpg" alt="Ants" sizes="50vw" details={described} />);
  expect(screen.getByRole("img")).toHaveAccessibleName("A truck by a barn");
});

it("shows the preview until the image has loaded", () => {
  const blurred = { ...details, preview: "data:image/webp;base64,AAAA" };
  render(<Picture src="/a.jpg" alt="A" sizes="50vw" details={blurred} />);
  expect(screen.getByRole("img").getAttribute("style")).toContain("data:image/webp;base64,AAAA");
});

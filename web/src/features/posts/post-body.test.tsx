import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { PostBody } from "./post-body";

const image = {
  url: "/objects/uploads/A",
  alt: "From the library",
  width: 640,
  height: 480,
  preview: "",
  variants: [{ url: "/objects/images/A/320.webp", mediaType: "image/webp", width: 320 }],
};
const content =
  "![A tube](/objects/uploads/A)\n\n![Gone](/objects/uploads/B)\n\n![Far](https://a.example/x.png)";

it("shows the variants of uploaded pictures, and none of deleted ones", () => {
  const { container } = render(<PostBody content={content} images={[image]} />);
  const picture = screen.getByRole("img", { name: "A tube" });
  expect(picture).toHaveAttribute("width", "640");
  expect(picture).toHaveAttribute("height", "480");
  expect(container.querySelector("source")).toHaveAttribute(
    "srcset",
    "/objects/images/A/320.webp 320w",
  );
  expect(screen.queryByRole("img", { name: "Gone" })).not.toBeInTheDocument();
  expect(screen.getByRole("img", { name: "Far" })).toHaveAttribute(
    "src",
    "https://a.example/x.png",
  );
});

it("shows every picture where the uploaded ones are not known", () => {
  render(<PostBody content={content} />);
  expect(screen.getAllByRole("img").map((shown) => shown.getAttribute("alt"))).toEqual([
    "A tube",
    "Gone",
    "Far",
  ]);
});

it("shows headings of two levels and quotes", () => {
  render(<PostBody content={"## Signs\n\n### Tubes\n\n> Look *twice*."} />);
  expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent("Signs");
  expect(screen.getByRole("heading", { level: 3 })).toHaveTextContent("Tubes");
  expect(screen.getByRole("blockquote")).toHaveTextContent("Look twice.");
});

import { render } from "@testing-library/react";
import { Leaf } from "lucide-react";
import * as leaf from "lucide-react/dist/esm/icons/leaf.mjs";
import { createElement } from "react";
import { expect, it } from "vitest";
import createLucideIcon from "./lucide-icon";

// The package's types do not have it.
const { __iconData } = leaf as unknown as { __iconData: Parameters<typeof createLucideIcon>[0] };

// The tests use lucide-react as it is.
it("draws what lucide-react draws", () => {
  const props = { className: "size-5", strokeWidth: 1.5 };
  const attributes = (svg: Element | null) =>
    Object.fromEntries([...(svg?.attributes ?? [])].map(({ name, value }) => [name, value]));
  const theirs = render(<Leaf {...props} />).container.firstElementChild;
  const ours = render(createElement(createLucideIcon(__iconData), props)).container
    .firstElementChild;
  expect(ours?.innerHTML).toBe(theirs?.innerHTML);
  const { xmlns: _, class: __, ...shared } = attributes(theirs);
  expect(attributes(ours)).toEqual({ ...shared, class: "size-5" });
});

import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderWithPage } from "@/testing/render";
import { sampleIdentity } from "@/testing/sample-identity";
import { ServiceMap } from "./service-map";

// Without a source: the test environment would try to load it.
const embed = '<iframe title="Map of Hill County"></iframe>';

function show(map: "embed" | "click", html = embed) {
  const view = renderWithPage(<ServiceMap embed={html} />, {
    identity: { ...sampleIdentity, map },
  });
  const drawing = () => view.container.querySelector("img");
  const frame = () => view.container.querySelector("div > iframe");
  return { ...view, drawing, frame };
}

describe("section 2, /contact: embedded map of the service area", () => {
  it("is a lazy frame in front of a drawing", () => {
    const { drawing, frame } = show("embed");
    expect(frame()).toHaveAttribute("loading", "lazy");
    expect(drawing()?.compareDocumentPosition(frame() as Node)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  it("has the sandbox of stored HTML, also if it is the default", () => {
    const sandbox = show("embed").frame()?.getAttribute("sandbox")?.split(" ");
    expect(sandbox).toContain("allow-scripts");
    expect(sandbox).not.toContain("allow-top-navigation");
    const stored = show("embed", '<iframe title="Map" sandbox="allow-scripts"></iframe>');
    expect(stored.frame()).toHaveAttribute("sandbox", "allow-scripts");
  });

  it("waits for a click if the site file says so, and then has the focus", async () => {
    const { drawing, frame, user } = show("click");
    expect(frame()).toBeNull();
    expect(drawing()).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show Map" }));
    expect(frame()).toHaveFocus();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("shows a stored text without a frame as it is", () => {
    const { drawing } = show("click", "<p>Call us for the way.</p>");
    expect(screen.getByText("Call us for the way.")).toBeVisible();
    expect(drawing()).toBeNull();
  });
});

import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { Header } from "./header";

const toggle = () => screen.getByRole("button", { name: /menu/i });
const isOpen = () => toggle().getAttribute("aria-expanded") === "true";

function scrollTo(y: number) {
  vi.stubGlobal("scrollY", y);
  fireEvent.scroll(window);
}

describe("the menu", () => {
  let becomeWide: () => void;

  beforeEach(() => {
    const query = new EventTarget();
    becomeWide = () => act(() => query.dispatchEvent(new Event("change")));
    vi.stubGlobal("matchMedia", () => query);
  });

  it("opens and closes with its button", async () => {
    const { user } = renderWithPage(<Header />);
    expect(isOpen()).toBe(false);
    await user.click(toggle());
    expect(isOpen()).toBe(true);
    await user.click(toggle());
    expect(isOpen()).toBe(false);
  });

  it("closes on mousedown outside it, but not inside", async () => {
    const { user } = renderWithPage(<Header />);
    await user.click(toggle());
    fireEvent.mouseDown(screen.getByRole("navigation"));
    expect(isOpen()).toBe(true);
    fireEvent.mouseDown(document.body);
    expect(isOpen()).toBe(false);
  });

  it("closes when a link is clicked", async () => {
    const { user } = renderWithPage(<Header />);
    await user.click(toggle());
    await user.click(screen.getByRole("link", { name: "Programs" }));
    expect(isOpen()).toBe(false);
  });

  it("closes on Escape and returns the focus to its button", async () => {
    const { user } = renderWithPage(<Header />);
    await user.click(toggle());
    await user.tab();
    await user.keyboard("{Escape}");
    expect(isOpen()).toBe(false);
    expect(toggle()).toHaveFocus();
  });

  it("closes when the focus moves to the page, but not when it leaves the window", async () => {
    const { user } = renderWithPage(
      <>
        <Header />
        <a href="/">beyond</a>
      </>,
    );
    await user.click(toggle());
    await user.tab();
    expect(isOpen()).toBe(true);
    fireEvent.focusOut(document.activeElement as Element, { relatedTarget: null });
    expect(isOpen()).toBe(true);
    act(() => screen.getByText("beyond").focus());
    expect(isOpen()).toBe(false);
  });

  it("closes when the window becomes wide enough for all links", async () => {
    const { user } = renderWithPage(<Header />);
    await user.click(toggle());
    becomeWide();
    expect(isOpen()).toBe(false);
  });
});

it("shrinks while the page is scrolled by more than 20 pixels", () => {
  renderWithPage(<Header />);
  const header = screen.getByRole("banner");
  scrollTo(20);
  expect(header).not.toHaveAttribute("data-scrolled");
  scrollTo(21);
  expect(header).toHaveAttribute("data-scrolled");
  scrollTo(0);
  expect(header).not.toHaveAttribute("data-scrolled");
});

it.each([
  ["/", "Home"],
  ["/services", "Services"],
  ["/services/termite-control", "Services"],
  ["/blog/termites", "Blog"],
])("marks the active link on %s", (path, name) => {
  renderWithPage(<Header />, { path });
  const active = screen.getAllByRole("link").filter((link) => link.hasAttribute("aria-current"));
  expect(active.map((link) => link.textContent)).toEqual([name]);
  expect(active[0]).toHaveClass("text-white");
});

it("opens the customer portal in a new tab", () => {
  renderWithPage(<Header />);
  const portal = screen.getByRole("link", { name: "Customer Portal" });
  expect(portal).toHaveAttribute("href", "https://portal.loneoakpest.example/");
  expect(portal).toHaveAttribute("target", "_blank");
});

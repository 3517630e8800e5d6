import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { ThemeControl } from "./theme-control";

const theme = () => document.documentElement.dataset.theme;

beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

it("starts with light", () => {
  renderWithPage(<ThemeControl />);
  expect(screen.getByRole("radio", { name: "Light" })).toBeChecked();
});

it("starts with the stored choice", () => {
  localStorage.setItem("perimeter-theme", "dark");
  renderWithPage(<ThemeControl />);
  expect(screen.getByRole("radio", { name: "Dark" })).toBeChecked();
});

it("applies and stores a choice", async () => {
  const { user } = renderWithPage(<ThemeControl />);
  await user.click(screen.getByRole("radio", { name: "Dark" }));
  expect(theme()).toBe("dark");
  expect(localStorage.getItem("perimeter-theme")).toBe("dark");
  await user.click(screen.getByRole("radio", { name: "Light" }));
  expect(theme()).toBe("light");
  expect(localStorage.getItem("perimeter-theme")).toBe("light");
});

it("follows the device's preference while system is chosen", async () => {
  const device = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal("matchMedia", () => device);
  const { user } = renderWithPage(<ThemeControl />);
  await user.click(screen.getByRole("radio", { name: "System" }));
  expect(theme()).toBe("light");
  expect(localStorage.getItem("perimeter-theme")).toBe("system");
  device.matches = true;
  device.dispatchEvent(new Event("change"));
  expect(theme()).toBe("dark");
});

import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { CustomerPortal } from "./customer-portal";

const alert = vi.fn();

beforeEach(() => {
  alert.mockClear();
  vi.stubGlobal("alert", alert);
});

it("shows each field's error and focuses the first invalid field", async () => {
  const { user } = renderWithPage(<CustomerPortal />, { data: { content: [] } });
  await user.type(screen.getByLabelText("Email"), "nobody");
  await user.type(screen.getByLabelText("Password"), "1234567");
  await user.click(screen.getByRole("button", { name: "Log in" }));
  expect(screen.getByLabelText("Email")).toHaveAccessibleDescription(
    "Please enter a valid email address",
  );
  expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(
    "Password must be at least 8 characters",
  );
  expect(screen.getByLabelText("Email")).toHaveFocus();
  expect(alert).not.toHaveBeenCalled();
});

it("says that the login is not available yet and does not send or log the password", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const fetch = vi.fn();
  vi.stubGlobal("fetch", fetch);
  const { user } = renderWithPage(<CustomerPortal />, { data: { content: [] } });
  await user.type(screen.getByLabelText("Email"), "me@example.com");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await user.click(screen.getByRole("checkbox", { name: "Remember me" }));
  await user.click(screen.getByRole("button", { name: "Log in" }));
  expect(alert).toHaveBeenCalledWith("Portal login will be integrated later.");
  expect(screen.getByRole("status")).toHaveTextContent("Portal login will be integrated later.");
  expect(log.mock.calls.flat()).toContainEqual({ email: "me@example.com", rememberMe: true });
  expect(JSON.stringify(log.mock.calls)).not.toContain("correct horse");
  expect(fetch).not.toHaveBeenCalled();
});

it("has no field names, so that a form submitted without scripts is empty", () => {
  const { container } = renderWithPage(<CustomerPortal />, { data: { content: [] } });
  expect(container.querySelectorAll("form [name]")).toHaveLength(0);
});

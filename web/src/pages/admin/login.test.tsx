import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { findDialog, renderWithPage } from "@/testing/render";
import { Login } from "./login";

afterEach(() => history.replaceState(null, ""));

test("says that the server could not be reached, and tries again when asked to", async () => {
  history.replaceState({ returnTo: "?panel=messages", unreachable: true }, "");
  const { user, history: visited } = renderWithPage(<Login />, { path: "/login" });
  expect(screen.getByRole("alert")).toHaveTextContent("The server could not be reached.");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(visited).toEqual(["/admin?panel=messages"]);
});

test("says nothing of the server to somebody who is not signed in", () => {
  history.replaceState({ returnTo: "", unreachable: false }, "");
  renderWithPage(<Login />, { path: "/login" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("names the ways in that are left after too many wrong passwords", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ success: false, message: "Wait 30 seconds." }, { status: 429 }),
  );
  const { user } = renderWithPage(<Login />, { path: "/login" });
  expect(screen.queryByText(/recovery code still lets you in/)).toBeNull();
  await user.type(screen.getByLabelText("Username"), "ada");
  await user.type(screen.getByLabelText("Password"), "secret{Enter}");
  expect(await screen.findByText(/A passkey or a recovery code still lets you in/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Use a recovery code" })).toBeVisible();
});

test("logs in whoever chooses a new password with a recovery code", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ success: true, message: "Your password is changed, and you are logged in." }),
  );
  const { user, history: visited } = renderWithPage(<Login />, { path: "/login" });
  await user.click(screen.getByRole("button", { name: "Use a recovery code" }));
  const dialog = within(await findDialog("Choose a new password"));
  await user.type(dialog.getByLabelText("Username"), "ada");
  await user.type(dialog.getByLabelText("Recovery code"), "abcdef-ghijkl");
  await user.type(dialog.getByLabelText("New password"), "another long passphrase");
  await user.click(dialog.getByRole("button", { name: "Change Password" }));
  await waitFor(() => expect(visited).toEqual(["/admin"]));
});

test("explains the word credentials", async () => {
  const { user } = renderWithPage(<Login />, { path: "/login" });
  const text = screen.getByText(/^Credentials are what you sign in with/);
  expect(text).not.toHaveAttribute("open");
  await user.click(screen.getByText("What are credentials?"));
  expect(text).toHaveAttribute("open");
});

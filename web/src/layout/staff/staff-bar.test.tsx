import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { StaffBar } from "./staff-bar";

const ada = {
  id: 1,
  createdAt: "2026-03-02T12:00:00Z",
  fullName: "Ada",
  username: "ada",
  role: "admin" as const,
};

test("an administrator can edit the page, read messages, open the account and sign out", () => {
  render(<StaffBar user={ada} administrators={[]} unread={2} hasInbox />);
  expect(screen.getByRole("link", { name: "Edit this page" })).toHaveAttribute("href", "/admin");
  expect(screen.getByRole("link", { name: /^Messages ?2 unread/ })).toBeVisible();
  expect(screen.getByRole("link", { name: "Account" })).toHaveAttribute(
    "href",
    "/admin?panel=account",
  );
  expect(screen.getByRole("button", { name: "Sign out" })).toBeVisible();
});

test("staff who cannot edit are told whom to ask, and can change their password", async () => {
  const calls: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
    calls.push([path, JSON.parse(String(body))]);
    return Response.json({ success: true, message: "Password changed" });
  });
  render(
    <StaffBar
      user={{ ...ada, role: "staff" }}
      administrators={["Ben", "Cleo"]}
      unread={0}
      hasInbox
    />,
  );
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText(/please ask Ben or Cleo\.$/)).toBeVisible();
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Password" }));
  await user.type(screen.getByLabelText("Current password"), "old words");
  await user.type(screen.getByLabelText("New password"), "some new words");
  await user.click(screen.getByRole("button", { name: "Change Password" }));
  expect(await screen.findByRole("status")).toHaveTextContent("Password changed");
  expect(calls).toEqual([
    ["/api/account/password", { current: "old words", next: "some new words" }],
  ]);
});

import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { User } from "@/api/admin/auth";
import { adminRequest } from "@/api/admin/client";
import { renderWithPage } from "@/testing/render";
import { refuseRequest } from "@/testing/undeclared-requests";
import { toasts } from "@/ui/admin/toasts";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { SignInAgain } from "./sign-in-again";

/** The signed-in user's role on the fake server. */
let role: User["role"] | undefined;

beforeEach(() => {
  role = undefined;
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, init: RequestInit) => {
      if (path === "/api/auth/login") {
        const { username } = JSON.parse(String(init.body)) as { username: string };
        role = username === "ada" ? "admin" : "staff";
        return Response.json({ success: true, user: { username, fullName: "", role } });
      }
      if (path !== "/api/admin/content") return refuseRequest(path, init);
      return Response.json({ success: role === "admin" }, { status: role === "admin" ? 200 : 401 });
    }),
  );
});

/** Sends a request that is refused because the session has expired. */
async function expireSession() {
  const { user } = renderWithPage(
    <TooltipProvider>
      <SignInAgain username="ada" />
    </TooltipProvider>,
  );
  const onResponse = vi.fn();
  await act(async () => {
    void adminRequest("GET", "/api/admin/content").then(onResponse);
  });
  const password = await screen.findByLabelText("Password");
  return { user, onResponse, password };
}

it("fills in the username and focuses the password", async () => {
  const { password } = await expireSession();
  expect(screen.getByLabelText("Username")).toHaveValue("ada");
  await waitFor(() => expect(password).toHaveFocus());
});

it("refuses users who are not administrators and stays open", async () => {
  const { user, onResponse, password } = await expireSession();
  const name = screen.getByLabelText("Username");
  await user.clear(name);
  await user.type(name, "sam");
  await user.type(password, "secret{Enter}");
  await waitFor(() =>
    expect(toasts.snapshot()).toMatchObject([
      {
        title: "Login failed",
        description: "This account may not edit the site. Please sign in as an administrator.",
      },
    ]),
  );
  expect(screen.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
  expect(onResponse).not.toHaveBeenCalled();

  await user.clear(name);
  await user.type(name, "ada{Enter}");
  await waitFor(() => expect(onResponse).toHaveBeenCalledOnce());
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

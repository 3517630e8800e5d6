import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { User } from "@/api/admin/auth";
import { adminRequest } from "@/api/admin/client";
import { renderWithPage } from "@/testing/render";
import { toasts } from "@/ui/admin/toasts";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { SignInAgain } from "./sign-in-again";

/** Who is signed in, as far as the server is concerned. */
let role: User["role"] | undefined;

beforeEach(() => {
  role = undefined;
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, { body }: RequestInit) => {
      if (path === "/api/auth/login") {
        const { username } = JSON.parse(String(body)) as { username: string };
        role = username === "ada" ? "admin" : "staff";
        return Response.json({ success: true, user: { username, fullName: "", role } });
      }
      return Response.json({ success: role === "admin" }, { status: role === "admin" ? 200 : 401 });
    }),
  );
});

/** Has a request refused because the session is over. */
async function expire() {
  const { user } = renderWithPage(
    <TooltipProvider>
      <SignInAgain username="ada" />
    </TooltipProvider>,
  );
  const answered = vi.fn();
  await act(async () => {
    void adminRequest("GET", "/api/admin/content").then(answered);
  });
  const password = await screen.findByLabelText("Password");
  return { user, answered, password };
}

it("asks for the password at once, because the name is known", async () => {
  const { password } = await expire();
  expect(screen.getByLabelText("Username")).toHaveValue("ada");
  await waitFor(() => expect(password).toHaveFocus());
});

it("refuses whoever is no administrator, and stays", async () => {
  const { user, answered, password } = await expire();
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
  expect(answered).not.toHaveBeenCalled();

  await user.clear(name);
  await user.type(name, "ada{Enter}");
  await waitFor(() => expect(answered).toHaveBeenCalledOnce());
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

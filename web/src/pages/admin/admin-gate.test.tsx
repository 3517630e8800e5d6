import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { adminRequest } from "@/api/admin/client";
import { renderWithPage } from "@/testing/render";
import { AdminGate } from "./admin-gate";
import { LogoutButton } from "./logout-button";

vi.mock("./dashboard", () => ({
  Dashboard: ({ onLeaving }: { onLeaving: (leaving: boolean) => void }) => (
    <>
      <p>The dashboard</p>
      <LogoutButton onLeaving={onLeaving} />
    </>
  ),
}));

const admin = { fullName: "Ada", username: "ada", role: "admin" };

/** Answers the question who is signed in. */
function answerUser(answer: () => Response) {
  const fetch = vi.fn(async (path: string) => {
    if (path !== "/api/auth/user") return new Promise<Response>(() => {});
    return answer();
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

const unavailable = () => Response.json({ success: false }, { status: 503 });

test.each([
  ["with an error", unavailable],
  [
    "not at all",
    () => {
      throw new TypeError("Failed to fetch");
    },
  ],
])("a server that answers %s means not signed in, after one request", async (_, answer) => {
  const fetch = answerUser(answer);
  const { history } = renderWithPage(<AdminGate />, { path: "/admin" });
  await waitFor(() => expect(history).toContain("/login"));
  expect(fetch.mock.calls.filter(([path]) => path === "/api/auth/user")).toHaveLength(1);
});

test("whoever is not signed in is sent to the login page", async () => {
  answerUser(() => Response.json({ success: false }, { status: 401 }));
  const { history } = renderWithPage(<AdminGate />, { path: "/admin" });
  await waitFor(() => expect(history).toContain("/login"));
});

test("whoever needs a second factor first sees how to get one, and no dashboard", async () => {
  answerUser(() => Response.json({ success: true, user: admin, secondFactorDue: true }));
  renderWithPage(<AdminGate />, { path: "/admin" });
  expect(await screen.findByText("A second factor is required")).toBeVisible();
  expect(screen.queryByText("The dashboard")).toBeNull();
});

test("logging out asks for no new sign-in, unless it fails", async () => {
  let fail = () => {};
  const failed = new Promise<Response>((resolve) => {
    fail = () => resolve(unavailable());
  });
  vi.stubGlobal("fetch", async (path: string) => {
    if (path === "/api/auth/user") return Response.json({ success: true, user: admin });
    if (path === "/api/auth/logout") return failed;
    if (path === "/api/admin/content") return Response.json({ success: false }, { status: 401 });
    return new Promise<Response>(() => {});
  });
  const refused = vi.fn();
  const send = () =>
    act(async () => void adminRequest("GET", "/api/admin/content").catch(() => refused()));
  const { user } = renderWithPage(<AdminGate />, { path: "/admin" });
  await user.click(await screen.findByRole("button", { name: "Logout" }));
  await send();
  await waitFor(() => expect(refused).toHaveBeenCalledOnce());
  expect(screen.queryByRole("dialog")).toBeNull();

  await act(async () => fail());
  await screen.findByRole("button", { name: "Logout" });
  await send();
  expect(await screen.findByRole("dialog", { name: "Sign in again" })).toBeVisible();
  expect(refused).toHaveBeenCalledOnce();
});

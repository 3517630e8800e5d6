import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { AdminGate } from "./admin-gate";

vi.mock("./dashboard", () => ({ Dashboard: () => <p>The dashboard</p> }));

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

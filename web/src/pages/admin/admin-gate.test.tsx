import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { AdminGate } from "./admin-gate";

vi.mock("./dashboard", () => ({ Dashboard: () => <p>The dashboard</p> }));

const admin = { fullName: "Ada", username: "ada", role: "admin" };

/** Answers the questions for the user one after another; the last answer stays. */
function answerUser(...answers: (() => Response)[]) {
  const fetch = vi.fn(async (path: string) => {
    if (path !== "/api/auth/user") return new Promise<Response>(() => {});
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return (answer as () => Response)();
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

const unavailable = () => Response.json({ success: false }, { status: 503 });
const signedIn = () => Response.json({ success: true, user: admin });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

test("while the server fails, nobody is sent to the login page, and it is asked again", async () => {
  answerUser(unavailable, unavailable, signedIn);
  const { history } = renderWithPage(<AdminGate />, { path: "/admin" });
  expect(await screen.findByText("The server cannot be reached right now.")).toBeVisible();
  expect(history).toEqual(["/admin"]);
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(await screen.findByText("The dashboard")).toBeVisible();
  expect(history).toEqual(["/admin"]);
});

test("a connection that fails is no sign-out either, and can be tried again by hand", async () => {
  answerUser(() => {
    throw new TypeError("Failed to fetch");
  }, signedIn);
  const { user } = renderWithPage(<AdminGate />, { path: "/admin" });
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("The dashboard")).toBeVisible();
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

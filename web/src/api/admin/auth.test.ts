import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { userQuery } from "./auth";

function askWhoIsSignedIn(status: number, body: object) {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(body), { status }));
  return new QueryClient().fetchQuery({ ...userQuery, retry: false });
}

test("the user who is signed in is known", async () => {
  const user = { fullName: "Ada", username: "ada", role: "admin" };
  expect(await askWhoIsSignedIn(200, { success: true, user })).toEqual(user);
});

test("an answer of 401 means that nobody is signed in", async () => {
  expect(await askWhoIsSignedIn(401, { success: false })).toBeNull();
});

test("an answer without success or without a user means nobody too", async () => {
  expect(await askWhoIsSignedIn(200, { success: false, user: { username: "ada" } })).toBeNull();
  expect(await askWhoIsSignedIn(200, { success: true })).toBeNull();
});

test("a server that fails is an error, not nobody", async () => {
  await expect(askWhoIsSignedIn(500, { success: false })).rejects.toThrow("500: ");
});

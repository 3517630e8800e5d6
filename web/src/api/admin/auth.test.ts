import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { userQuery } from "./auth";

function fetchUser(status: number, body: object) {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(body), { status }));
  return new QueryClient().fetchQuery({ ...userQuery, retry: false });
}

test("userQuery returns the signed-in user", async () => {
  const user = { fullName: "Ada", username: "ada", role: "admin" };
  expect(await fetchUser(200, { success: true, user })).toEqual(user);
});

test("userQuery returns null on 401", async () => {
  expect(await fetchUser(401, { success: false })).toBeNull();
});

test("userQuery returns null without success or without a user", async () => {
  expect(await fetchUser(200, { success: false, user: { username: "ada" } })).toBeNull();
  expect(await fetchUser(200, { success: true })).toBeNull();
});

test("userQuery fails on a server error", async () => {
  await expect(fetchUser(500, { success: false })).rejects.toThrow("500: ");
});

import { expect, test, vi } from "vitest";
import { ApiError, getData, request } from "./client";

function answering(body: string, init: ResponseInit = {}) {
  const fetch = vi.fn(async () => new Response(body, init));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

test("data is taken out of the envelope", async () => {
  const fetch = answering('{"success":true,"data":[{"key":"hero_title","content":"Hi"}]}');
  expect(await getData("/api/content")).toEqual([{ key: "hero_title", content: "Hi" }]);
  expect(fetch).toHaveBeenCalledExactlyOnceWith("/api/content", {
    method: "GET",
    credentials: "include",
  });
});

test("an answer that is no success is thrown with its message, whatever its status", async () => {
  answering('{"success":false,"message":"Not today"}');
  await expect(getData("/api/content")).rejects.toMatchObject({ serverMessage: "Not today" });
});

test("a body is sent as JSON", async () => {
  const fetch = answering('{"success":true}');
  await request("POST", "/api/auth/login", { username: "ada" });
  expect(fetch).toHaveBeenCalledWith("/api/auth/login", {
    method: "POST",
    credentials: "include",
    headers: { "Content-Type": "application/json" },
    body: '{"username":"ada"}',
  });
});

test.each([
  ["the body's text", "no luck", { status: 500, statusText: "Server Error" }, "500: no luck"],
  [
    "the status text without a body",
    "",
    { status: 502, statusText: "Bad Gateway" },
    "502: Bad Gateway",
  ],
  ["JSON as it is", '{"message":"Taken"}', { status: 409 }, '409: {"message":"Taken"}'],
])("a failed request says the status and %s", async (_, body, init, message) => {
  answering(body, init);
  await expect(request("GET", "/api/content")).rejects.toThrow(
    expect.objectContaining({ name: "ApiError", message }),
  );
});

test.each([
  ['{"success":false,"message":"The slug is taken."}', "The slug is taken."],
  ['{"success":false,"message":""}', undefined],
  ['{"success":false,"message":7}', undefined],
  ["null", undefined],
  ["<html>", undefined],
])("the server's sentence is found in %s", (body, message) => {
  expect(new ApiError(409, body, "Conflict").serverMessage).toBe(message);
});

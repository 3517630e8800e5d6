import { describe, expect, test, vi } from "vitest";
import { ApiError, getData, request } from "./client";

function mockFetch(body: string, init: ResponseInit = {}) {
  const fetch = vi.fn(async () => new Response(body, init));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

describe("getData", () => {
  test("takes the data out of the envelope", async () => {
    const fetch = mockFetch('{"success":true,"data":[{"key":"hero_title","content":"Hi"}]}');
    expect(await getData("/api/content")).toEqual([{ key: "hero_title", content: "Hi" }]);
    expect(fetch).toHaveBeenCalledExactlyOnceWith("/api/content", {
      method: "GET",
      credentials: "include",
    });
  });

  test("throws an envelope without success with its message, whatever its status", async () => {
    mockFetch('{"success":false,"message":"Not today"}');
    await expect(getData("/api/content")).rejects.toMatchObject({ serverMessage: "Not today" });
  });
});

describe("request", () => {
  test("sends the body as JSON", async () => {
    const fetch = mockFetch('{"success":true}');
    await request("POST", "/api/auth/login", { body: { username: "ada", password: "p" } });
    expect(fetch).toHaveBeenCalledWith("/api/auth/login", {
      method: "POST",
      credentials: "include",
      headers: { "Content-Type": "application/json" },
      body: '{"username":"ada","password":"p"}',
    });
  });

  test("fills path parameters, encoded, and appends query parameters", async () => {
    const fetch = mockFetch('{"success":true}');
    await request("DELETE", "/api/admin/images/{id}", {
      path: { id: "a/b" },
      query: { confirm: true },
    });
    expect(fetch).toHaveBeenCalledWith(
      "/api/admin/images/a%2Fb?confirm=true",
      expect.objectContaining({ method: "DELETE" }),
    );
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
  ])("fails with the status and %s", async (_, body, init, message) => {
    mockFetch(body, init);
    await expect(request("GET", "/api/content")).rejects.toThrow(
      expect.objectContaining({ name: "ApiError", message }),
    );
  });

  test("compiles only with what the OpenAPI document says about the path", () => {
    const calls = () => [
      // @ts-expect-error: there is no such path
      request("GET", "/api/contents"),
      // @ts-expect-error: this path has no such method
      request("DELETE", "/api/content"),
      // @ts-expect-error: the path parameter is missing
      request("GET", "/api/services/{ref}"),
      // @ts-expect-error: the body is missing
      request("POST", "/api/auth/login"),
      // @ts-expect-error: the body belongs to another operation
      request("POST", "/api/auth/login", { body: { key: "k", text: "t" } }),
      // @ts-expect-error: the operation has no such query parameter
      request("GET", "/api/admin/images", { query: { colour: "red" } }),
      // @ts-expect-error: the data of this path is a list of content entries
      getData("/api/content").then((entries): { slug: string }[] => entries),
    ];
    expect(calls).toBeTypeOf("function");
  });
});

test.each([
  ['{"success":false,"message":"The slug is taken."}', "The slug is taken."],
  ['{"success":false,"message":""}', undefined],
  ['{"success":false,"message":7}', undefined],
  ["null", undefined],
  ["<html>", undefined],
])("ApiError finds the server's message in %s", (body, message) => {
  expect(new ApiError(409, body, "Conflict").serverMessage).toBe(message);
});

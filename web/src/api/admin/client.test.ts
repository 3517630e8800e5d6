import { afterEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../client";
import { adminRequest, errorText, onSessionExpired, removalNote, sendChange } from "./client";

let forget = () => {};
afterEach(() => forget());

function answering(...answers: [status: number, body: object][]) {
  const fetch = vi.fn(async () => {
    const [status, body] = answers.shift() ?? [500, {}];
    return Response.json(body, { status });
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

describe("a request that needs a session", () => {
  test("is sent again once somebody has signed in anew", async () => {
    const fetch = answering([401, { success: false }], [200, { success: true, data: 7 }]);
    const ask = vi.fn(async () => true);
    forget = onSessionExpired(ask);
    expect(await adminRequest("POST", "/api/admin/x", { a: 1 })).toEqual({
      success: true,
      data: 7,
    });
    expect(ask).toHaveBeenCalledOnce();
    expect(fetch.mock.calls[1]).toEqual(fetch.mock.calls[0]);
  });

  test("fails as it did when nobody signs in", async () => {
    const fetch = answering([401, { success: false, message: "Sign in first." }]);
    forget = onSessionExpired(async () => false);
    await expect(adminRequest("GET", "/api/admin/x")).rejects.toMatchObject({ status: 401 });
    expect(fetch).toHaveBeenCalledOnce();
  });

  test("asks nobody about any other failure", async () => {
    answering([403, { success: false }]);
    const ask = vi.fn(async () => true);
    forget = onSessionExpired(ask);
    await expect(adminRequest("GET", "/api/admin/x")).rejects.toMatchObject({ status: 403 });
    expect(ask).not.toHaveBeenCalled();
  });

  test("asks nobody after the back office has gone", async () => {
    answering([401, { success: false }]);
    const ask = vi.fn(async () => true);
    onSessionExpired(ask)();
    await expect(adminRequest("GET", "/api/admin/x")).rejects.toMatchObject({ status: 401 });
    expect(ask).not.toHaveBeenCalled();
  });
});

describe("a change", () => {
  test("succeeds when the answer says so", async () => {
    answering([200, { success: true, message: "Done" }]);
    expect(await sendChange("POST", "/api/admin/x")).toEqual({ success: true, message: "Done" });
  });

  test("fails when the answer does not say so, whatever its status", async () => {
    answering([200, { success: false, message: "No room." }]);
    await expect(sendChange("POST", "/api/admin/x")).rejects.toMatchObject({
      serverMessage: "No room.",
    });
  });
});

describe("the text of a failure", () => {
  test("is the server's where it gave one", () => {
    expect(errorText(new ApiError(409, '{"message":"Taken."}', ""), "Ours")).toBe("Taken.");
  });

  test("names fields as the forms do", () => {
    const body = '{"message":"The field \\"imageUrl\\" is required."}';
    expect(errorText(new ApiError(400, body, ""), "Ours")).toBe(
      'The field "Image URL" is required.',
    );
  });

  test.each([
    ["an answer without a message", new ApiError(500, "{}", "")],
    ["an answer that is no JSON", new ApiError(502, "<html>", "Bad Gateway")],
    ["a lost connection", new TypeError("Failed to fetch")],
  ])("is ours for %s", (_, error) => {
    expect(errorText(error, "Ours")).toBe("Ours");
  });
});

test.each([
  [
    "Content updated. Removed for safety: <script>, onclick.",
    "Removed for safety: <script>, onclick.",
  ],
  ["Content updated", ""],
  [undefined, ""],
])("of the message %j the removal is told as %j", (message, note) => {
  expect(removalNote({ success: true, message })).toBe(note);
});

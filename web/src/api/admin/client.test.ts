import { afterEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../client";
import {
  adminRequest,
  errorText,
  onProofRequired,
  onSessionExpired,
  removalNote,
  sendChange,
} from "./client";

let unregister = () => {};
afterEach(() => unregister());

function mockResponses(...responses: [status: number, body: object][]) {
  const fetch = vi.fn(async () => {
    const [status, body] = responses.shift() ?? [500, {}];
    return Response.json(body, { status });
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

describe("a request that needs a session", () => {
  test("is sent again after a new sign-in", async () => {
    const fetch = mockResponses([401, { success: false }], [200, { success: true, data: 7 }]);
    const ask = vi.fn(async () => true);
    unregister = onSessionExpired(ask);
    expect(
      await adminRequest("POST", "/api/admin/chat/replies", { body: { replies: ["Hi"] } }),
    ).toEqual({
      success: true,
      data: 7,
    });
    expect(ask).toHaveBeenCalledOnce();
    expect(fetch.mock.calls[1]).toEqual(fetch.mock.calls[0]);
  });

  test.each([
    ["sign-in", onSessionExpired, 401, {}],
    ["proof", onProofRequired, 403, { code: "proof_required" }],
  ] as const)(
    "is sent again without asking if its refusal comes after the new %s",
    async (_, on, status, body) => {
      mockResponses(
        [status, body],
        [200, { success: true, data: 1 }],
        [200, { success: true, data: 2 }],
      );
      const refusedEarly = fetch;
      let refuse = () => {};
      const late = new Promise<Response>((resolve) => {
        refuse = () => resolve(Response.json(body, { status }));
      });
      vi.stubGlobal("fetch", vi.fn(refusedEarly).mockReturnValueOnce(late));
      const ask = vi.fn(async () => true);
      unregister = on(ask);
      const second = adminRequest("GET", "/api/admin/content");
      expect(await adminRequest("GET", "/api/admin/health")).toMatchObject({ data: 1 });
      refuse();
      expect(await second).toMatchObject({ data: 2 });
      expect(ask).toHaveBeenCalledOnce();
    },
  );

  test("fails with 401 when nobody signs in", async () => {
    const fetch = mockResponses([401, { success: false, message: "Sign in first." }]);
    unregister = onSessionExpired(async () => false);
    await expect(adminRequest("GET", "/api/admin/content")).rejects.toMatchObject({ status: 401 });
    expect(fetch).toHaveBeenCalledOnce();
  });

  test("does not ask for a sign-in after another failure", async () => {
    mockResponses([403, { success: false }]);
    const ask = vi.fn(async () => true);
    unregister = onSessionExpired(ask);
    await expect(adminRequest("GET", "/api/admin/content")).rejects.toMatchObject({ status: 403 });
    expect(ask).not.toHaveBeenCalled();
  });

  test("does not ask for a sign-in after unregistering", async () => {
    mockResponses([401, { success: false }]);
    const ask = vi.fn(async () => true);
    onSessionExpired(ask)();
    await expect(adminRequest("GET", "/api/admin/content")).rejects.toMatchObject({ status: 401 });
    expect(ask).not.toHaveBeenCalled();
  });
});

describe("sendChange", () => {
  test("succeeds when the envelope says so", async () => {
    mockResponses([200, { success: true, message: "Done" }]);
    expect(await sendChange("DELETE", "/api/admin/blog-posts/{id}", { path: { id: 1 } })).toEqual({
      success: true,
      message: "Done",
    });
  });

  test("fails when the envelope does not say so, whatever its status", async () => {
    mockResponses([200, { success: false, message: "No room." }]);
    await expect(
      sendChange("DELETE", "/api/admin/blog-posts/{id}", { path: { id: 1 } }),
    ).rejects.toMatchObject({
      serverMessage: "No room.",
    });
  });
});

describe("errorText", () => {
  test("is the server's message if there is one", () => {
    expect(errorText(new ApiError(409, '{"message":"Taken."}', ""), "Fallback")).toBe("Taken.");
  });

  test("names fields by their form labels", () => {
    const body = '{"message":"No.","field":"imageUrl","rule":"is required"}';
    expect(errorText(new ApiError(400, body, ""), "Fallback")).toBe(
      'The field "Image URL" is required.',
    );
  });

  test.each([
    ["a response without a message", new ApiError(500, "{}", "")],
    ["a response that is not JSON", new ApiError(502, "<html>", "Bad Gateway")],
    ["a lost connection", new TypeError("Failed to fetch")],
  ])("is the fallback for %s", (_, error) => {
    expect(errorText(error, "Fallback")).toBe("Fallback");
  });
});

test.each([
  [["<script>", "onclick"], "Removed for safety: <script>, onclick."],
  [undefined, ""],
])("removalNote of %j is %j", (removed, note) => {
  expect(removalNote({ success: true, removed })).toBe(note);
});

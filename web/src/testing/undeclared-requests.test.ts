import { expect, test } from "vitest";
import { mockApi } from "./render";
import { takeUndeclaredRequests } from "./undeclared-requests";

test("a request without any declaration fails and is remembered", async () => {
  await expect(fetch("/api/content")).rejects.toThrow("does not declare GET /api/content");
  expect(takeUndeclaredRequests()).toEqual(["GET /api/content"]);
});

test("a request for a path that mockApi was not given fails and is remembered", async () => {
  mockApi({ "/api/content": [] });
  await fetch("/api/content");
  await expect(fetch("/api/services", { method: "POST" })).rejects.toThrow("does not declare");
  expect(takeUndeclaredRequests()).toEqual(["POST /api/services"]);
});

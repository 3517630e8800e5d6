import { expect, it } from "vitest";
import { adminTarget, parsePushMessage } from "./push-message";

const origin = "https://pest.example";

it("reads the message of the server", () => {
  const message = { title: "Ann has written", body: "Ants", tag: "c1", url: "/admin" };
  expect(parsePushMessage(JSON.stringify(message))).toEqual(message);
});

it.each([undefined, "", "{", "null"])("says that there is something to read for %j", (text) => {
  expect(parsePushMessage(text)).toMatchObject({ title: "Messages", url: "/admin?panel=messages" });
});

it.each([
  [`${origin}/admin?panel=messages&section=c1`, "/admin?panel=messages&section=c1"],
  ["/admin?panel=messages", "/admin?panel=messages"],
  ["https://evil.example/admin", "/admin"],
  [`${origin}/services`, "/admin"],
  ["javascript:alert(1)", "/admin"],
  ["https://", "/admin"],
])("opens %s as %s", (url, target) => {
  expect(adminTarget(url, origin)).toBe(target);
});

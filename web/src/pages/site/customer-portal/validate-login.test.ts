import { expect, it } from "vitest";
import { validatePortalLogin } from "./validate-login";

it.each(["a@b.co", "first.last+tag@mail.example.com", " padded@example.com "])(
  "accepts %j",
  (email) => {
    expect(validatePortalLogin({ email, password: "12345678" })).toEqual({});
  },
);

it.each(["", "a", "a@b", "@b.co", "a@.co", "a@b..co", "a b@c.co", "a@b.co, d@e.co"])(
  "rejects %j",
  (email) => {
    expect(validatePortalLogin({ email, password: "12345678" })).toEqual({
      email: "Please enter a valid email address",
    });
  },
);

it("requires a password of eight characters", () => {
  expect(validatePortalLogin({ email: "a@b.co", password: "1234567" })).toEqual({
    password: "Password must be at least 8 characters",
  });
});

import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { toasts } from "@/ui/admin/toasts";
import { LoginForm } from "./login-form";

const wrongCredentials = "Invalid username or password";
const unknownFailure = "An error occurred. Please try again.";

afterEach(() => {
  for (const { id } of toasts.snapshot()) toasts.dismiss(id);
});

async function signIn(respond: () => Promise<Response>, onLimited?: () => void) {
  vi.stubGlobal("fetch", respond);
  const { user } = renderWithPage(
    <LoginForm username="ada" onSuccess={() => {}} onLimited={onLimited} />,
  );
  await user.type(screen.getByLabelText("Password"), "secret{Enter}");
}

async function expectFailure(description: string) {
  await waitFor(() =>
    expect(toasts.snapshot()).toMatchObject([{ title: "Login failed", description, open: true }]),
  );
}

describe("section 8, admin login: success false in a response of any status", () => {
  test.each([
    [200, { success: false, message: "Ask the owner." }, "Ask the owner."],
    [401, { success: false, message: wrongCredentials }, wrongCredentials],
    [401, { success: false }, wrongCredentials],
    [429, { success: false, message: "Wait 30 seconds." }, "Wait 30 seconds."],
    [503, { success: false, message: "The database is away." }, "The database is away."],
    [500, { success: false }, wrongCredentials],
  ])("%i %o shows %s", async (status, body, description) => {
    await signIn(async () => Response.json(body, { status }));
    await expectFailure(description);
  });
});

test.each([
  [429, 1],
  [401, 0],
])("after %i, other ways in are offered %i times", async (status, times) => {
  const onLimited = vi.fn();
  await signIn(
    async () => Response.json({ success: false, message: "No." }, { status }),
    onLimited,
  );
  await expectFailure("No.");
  expect(onLimited).toHaveBeenCalledTimes(times);
});

describe("section 8, admin login: a thrown error", () => {
  test.each([
    ["no connection", async () => Promise.reject(new TypeError("Failed to fetch"))],
    ["a proxy's page", async () => new Response("<h1>Bad Gateway</h1>", { status: 502 })],
    ["a proxy's JSON", async () => Response.json({ message: "upstream" }, { status: 502 })],
    ["a response that is not JSON", async () => new Response("ok")],
  ])("%s is one", async (_, respond) => {
    await signIn(respond);
    await expectFailure(unknownFailure);
  });
});

test("asks for a code after the password if the account needs one", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    sent.push(body);
    if (body.code === "123456") return Response.json({ success: true, user: { username: "ada" } });
    const message = body.code ? "This code is not valid." : "Please enter the code.";
    return Response.json({ success: false, message, code: "code_required" }, { status: 401 });
  });
  const entered = vi.fn();
  const { user } = renderWithPage(<LoginForm username="ada" onSuccess={entered} />);
  expect(screen.queryByLabelText("Authentication code")).not.toBeInTheDocument();
  await user.type(screen.getByLabelText("Password"), "secret{Enter}");
  const code = await screen.findByLabelText("Authentication code");
  await waitFor(() => expect(code).toHaveFocus());
  expect(toasts.snapshot().filter(({ open }) => open)).toEqual([]);

  await user.type(code, "000000{Enter}");
  await expectFailure("This code is not valid.");
  await user.clear(code);
  await user.type(code, "123456{Enter}");
  await waitFor(() => expect(entered).toHaveBeenCalledOnce());
  expect(sent).toEqual([
    { username: "ada", password: "secret" },
    { username: "ada", password: "secret", code: "000000" },
    { username: "ada", password: "secret", code: "123456" },
  ]);
});

import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { GoogleSettings } from "@/api/admin/google";
import { renderWithPage } from "@/testing/render";
import { refuseRequest } from "@/testing/undeclared-requests";
import { GoogleSection } from "./google-section";

const none: GoogleSettings = {
  clientId: "",
  hasSecret: false,
  redirectUrl: "https://site.test/admin?panel=company&section=google",
  connected: false,
  location: "",
  locationTitle: "",
  unreadable: false,
  fixed: false,
  fixedClient: false,
};
const status = { configured: false, count: 0, problem: "", needsOwner: false };
const panel = "/admin?panel=company&section=google";

/** Answers each call with data, or refuses it with a message. Returns what was sent. */
function serve(responses: Record<string, unknown>) {
  const sent: unknown[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, init: RequestInit) => {
      if (init.method === "POST") sent.push(JSON.parse(String(init.body)));
      const response = responses[path];
      if (response === undefined) return refuseRequest(path, init);
      return typeof response === "string"
        ? Response.json({ success: false, message: response }, { status: 400 })
        : Response.json({ success: true, data: response });
    }),
  );
  return sent;
}

function show(settings: Partial<GoogleSettings>, more: Record<string, unknown> = {}, path = panel) {
  const sent = serve({
    "/api/admin/google": { ...none, ...settings },
    "/api/admin/google-reviews": status,
    ...more,
  });
  return { sent, ...renderWithPage(<GoogleSection />, { path }) };
}

it("says that the settings of the server decide", async () => {
  show({ connected: true, fixed: true });
  expect(await screen.findByText(/set where the server is started/)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

it("asks for no client that the server has", async () => {
  const { sent, user } = show(
    { fixedClient: true, hasSecret: true },
    { "/api/admin/google/connect": "Not now." },
  );
  await user.click(await screen.findByRole("button", { name: "Connect" }));
  await waitFor(() => expect(sent).toEqual([{}]));
  expect(screen.queryByLabelText("Client ID")).toBeNull();
});

it("sends Google's answer on once, and takes it out of the URL", async () => {
  const { sent, history } = show(
    {},
    { "/api/admin/google/finish": "Nothing was changed. Please connect again." },
    `${panel}&state=abc&code=4%2F0x&scope=y`,
  );
  expect(await screen.findByText("Nothing was changed. Please connect again.")).toBeVisible();
  expect(sent).toEqual([{ state: "abc", code: "4/0x" }]);
  expect(history.at(-1)).toBe(panel);
});

it("says what to do if the account manages nothing", async () => {
  show({ connected: true, hasSecret: true }, { "/api/admin/google/locations": [] });
  expect(await screen.findByText(/manages no business profile/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Connect again" })).toBeVisible();
});

it("offers to connect again if the stored permission cannot be read", async () => {
  show({ location: "accounts/1/locations/2", unreadable: true });
  expect(await screen.findByText(/cannot be used any more/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Connect again" })).toBeVisible();
});

import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { refuseRequest } from "@/testing/undeclared-requests";
import { toasts } from "@/ui/admin/toasts";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { SetupPrompt } from "./setup-prompt";

const account = {
  username: "admin",
  fullName: "",
  role: "admin",
  hasTotp: false,
  recoveryCodesLeft: 0,
  passkeysAvailable: true,
  setupDue: true,
  setupPostponed: false,
};

let stored = account;
const sent: [string, unknown][] = [];

beforeEach(() => {
  stored = account;
  sent.length = 0;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path === "/api/account") return Response.json({ success: true, data: stored });
    sent.push([path, init.body && JSON.parse(String(init.body))]);
    if (path === "/api/account/name") stored = { ...stored, fullName: "Olive" };
    else if (path === "/api/account/password") stored = { ...stored, setupDue: false };
    else if (path === "/api/account/setup/postpone") stored = { ...stored, setupPostponed: true };
    else return refuseRequest(path, init);
    return Response.json({ success: true, message: "Done" });
  });
});

const render = () =>
  renderWithPage(
    <TooltipProvider>
      <SetupPrompt />
    </TooltipProvider>,
  );

test("a name and a password of one's own end the question", async () => {
  const { user } = render();
  await user.type(await screen.findByLabelText("Your name"), "Olive");
  expect(screen.getByRole("region", { name: "Make this account yours" })).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await user.type(screen.getByLabelText("Current password"), "printed");
  await user.type(screen.getByLabelText("New password"), "my own passphrase{Enter}");
  await waitFor(() => expect(screen.queryByRole("region")).not.toBeInTheDocument());
  expect(sent).toEqual([
    ["/api/account/name", { fullName: "Olive" }],
    ["/api/account/password", { current: "printed", next: "my own passphrase" }],
  ]);
  await waitFor(() => expect(toasts.snapshot()[0]?.title).toBe("Account set up"));
});

test("the question can be postponed", async () => {
  const before = toasts.snapshot();
  const { user } = render();
  await user.click(await screen.findByRole("button", { name: "Later" }));
  await waitFor(() => expect(screen.queryByRole("region")).not.toBeInTheDocument());
  expect(sent).toEqual([["/api/account/setup/postpone", undefined]]);
  expect(toasts.snapshot()).toEqual(before);
});

test("the question stays, and a toast says why, if it could not be postponed", async () => {
  const { user } = render();
  const later = await screen.findByRole("button", { name: "Later" });
  const message = "The database is away.";
  vi.stubGlobal("fetch", async () => Response.json({ success: false, message }, { status: 503 }));
  await user.click(later);
  await waitFor(() =>
    expect(toasts.snapshot()).toEqual([
      expect.objectContaining({ title: "Save failed", description: message }),
    ]),
  );
  expect(later).toBeVisible();
});

test.each([
  ["who has chosen the password", { setupDue: false }],
  ["who has postponed it", { setupPostponed: true }],
])("nobody is asked %s", async (_, change) => {
  stored = { ...account, ...change };
  const fetched = vi.spyOn(globalThis, "fetch");
  render();
  await waitFor(() => expect(fetched).toHaveBeenCalled());
  expect(screen.queryByRole("region")).not.toBeInTheDocument();
});

import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { refuseRequest } from "@/testing/undeclared-requests";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { AccountSheet } from "./account-sheet";

const account = {
  username: "admin",
  fullName: "Olive",
  role: "admin",
  hasTotp: false,
  recoveryCodesLeft: 0,
  passkeysAvailable: true,
  setupDue: false,
  setupPostponed: false,
};

function show(passkeys: () => Promise<Response>) {
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path === "/api/account") return Response.json({ success: true, data: account });
    if (path === "/api/account/sessions") return Response.json({ success: true, data: [] });
    if (path === "/api/account/passkeys") return passkeys();
    return refuseRequest(path, init);
  });
  return renderWithPage(
    <TooltipProvider>
      <AccountSheet />
    </TooltipProvider>,
  );
}

test("no button is shown that the list of passkeys would move", async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let asked = false;
  show(async () => {
    asked = true;
    await arrived;
    return Response.json({ success: true, data: [] });
  });
  await vi.waitFor(() => expect(asked).toBe(true));
  expect(screen.getByText("Loading your account...")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Add Passkey" })).not.toBeInTheDocument();
  expect(screen.queryByText("Loading passkeys...")).not.toBeInTheDocument();
  arrive();
  expect(await screen.findByRole("button", { name: "Add Passkey" })).toBeVisible();
});

test("a list of passkeys that cannot be loaded leaves the rest of the account", async () => {
  show(async () => new Response("no", { status: 500 }));
  expect(await screen.findByText(/your passkeys/)).toBeVisible();
  expect(screen.getByRole("heading", { name: "Recovery codes" })).toBeVisible();
});

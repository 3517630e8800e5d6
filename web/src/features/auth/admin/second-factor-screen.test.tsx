import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { refuseRequest } from "@/testing/undeclared-requests";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { SecondFactorScreen } from "./second-factor-screen";

const account = { username: "ada", fullName: "Ada", role: "admin", passkeysAvailable: true };
const passkey = { id: 1, name: "Phone", addedAt: "2026-03-02T12:00:00Z" };

let sent: object[] = [];
beforeEach(() => {
  sent = [];
});

function show(factors: { hasTotp?: boolean; passkeys?: object[] }) {
  const { hasTotp = false, passkeys = [] } = factors;
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, init: RequestInit) => {
      if (path === "/api/auth/proof") {
        sent.push(JSON.parse(String(init.body)));
        const message = "This code is not valid, or it was used before.";
        return Response.json({ success: false, message }, { status: 403 });
      }
      const data = { "/api/account": { ...account, hasTotp }, "/api/account/passkeys": passkeys };
      if (!(path in data)) return refuseRequest(path, init);
      return Response.json({ success: true, data: data[path as keyof typeof data] });
    }),
  );
  return renderWithPage(
    <TooltipProvider>
      <SecondFactorScreen logout={<button type="button">Logout</button>} />
    </TooltipProvider>,
  );
}

it("offers to add a second factor to whoever has none", async () => {
  show({});
  expect(await screen.findByRole("button", { name: "Add Passkey" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Add Authenticator App" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Logout" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Continue/ })).toBeNull();
});

it("asks whoever has a passkey to use it, and lets them add nothing", async () => {
  show({ passkeys: [passkey] });
  expect(await screen.findByRole("button", { name: "Use a passkey" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Add/ })).toBeNull();
});

it("asks whoever has an authenticator app for its code", async () => {
  const { user } = show({ hasTotp: true });
  const code = await screen.findByLabelText(/^Code of your authenticator app/);
  expect(screen.queryByRole("button", { name: /^Add|^Use|^Remove/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("Code is required")).toBeVisible();
  await user.type(code, "123456{Enter}");
  expect(await screen.findByText("This code is not valid, or it was used before.")).toBeVisible();
  expect(sent).toEqual([{ code: "123456" }]);
});

import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { adminRequest } from "@/api/admin/client";
import { renderWithPage } from "@/testing/render";
import { refuseRequest } from "@/testing/undeclared-requests";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { ProofDialog } from "./proof-dialog";

const refusal = {
  success: false,
  message: "Please confirm that it is you.",
  code: "proof_required",
};

let proved = false;

beforeEach(() => {
  proved = false;
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, init: RequestInit) => {
      if (path === "/api/auth/proof") {
        proved = String(init.body).includes("right");
        const message = "This is not your password.";
        return Response.json({ success: proved, message }, { status: proved ? 200 : 403 });
      }
      if (path !== "/api/admin/content") return refuseRequest(path, init);
      return proved ? Response.json({ success: true }) : Response.json(refusal, { status: 403 });
    }),
  );
});

async function sendSensitiveRequest() {
  const { user } = renderWithPage(
    <TooltipProvider>
      <ProofDialog username="ada" />
    </TooltipProvider>,
  );
  const [onResponse, onFailure] = [vi.fn(), vi.fn()];
  await act(async () => {
    void adminRequest("GET", "/api/admin/content").then(onResponse, onFailure);
  });
  await screen.findByRole("dialog", { name: "Confirm that it is you" });
  return { user, onResponse, onFailure };
}

it("sends the refused request again after the right password", async () => {
  const { user, onResponse } = await sendSensitiveRequest();
  await user.type(screen.getByLabelText("Password"), "wrong{Enter}");
  expect(await screen.findByText("This is not your password.")).toBeVisible();
  expect(onResponse).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText("Password"), "right{Enter}");
  await waitFor(() => expect(onResponse).toHaveBeenCalledOnce());
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("lets the request fail if the dialog is closed", async () => {
  const { user, onFailure } = await sendSensitiveRequest();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(onFailure).toHaveBeenCalledOnce());
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

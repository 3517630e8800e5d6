import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userQuery } from "@/api/admin/auth";
import type { CopyStore } from "@/editing/copies/copy-store";
import { useWorkingCopy } from "@/editing/copies/use-working-copy";
import { CopiesProvider } from "@/editing/copies/working-copies";
import { fakeCopyStore } from "@/testing/fake-copy-store";
import { renderWithPage } from "@/testing/render";
import { toasts } from "@/ui/admin/toasts";
import { LogoutButton } from "./logout-button";

/** A form with changes, which is closed when nobody is signed in. */
function Dashboard() {
  const { data: user } = useQuery(userQuery);
  return (
    <>
      {user && <Form />}
      <LogoutButton onLeaving={() => {}} />
    </>
  );
}

function Form() {
  const [text, setText] = useState("Ants");
  useWorkingCopy({
    kind: "post",
    id: "7",
    original: { text: "Ants" },
    values: { text },
    dirty: text !== "Ants",
    labels: { text: "Text" },
    onContinue: () => {},
  });
  return <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />;
}

test("a form that logging out closes says nothing", async () => {
  let user: object | undefined = { username: "ada", fullName: "", role: "admin" };
  vi.stubGlobal("fetch", async (path: string) => {
    if (path === "/api/auth/logout") user = undefined;
    return Response.json({ success: true, user });
  });
  const store = fakeCopyStore();
  const view = renderWithPage(
    <CopiesProvider store={store}>
      <Dashboard />
    </CopiesProvider>,
    { path: "/admin" },
  );
  // Tests of other files may have left toasts.
  const before = toasts.snapshot();
  await view.user.type(await screen.findByLabelText("Text"), "!");
  await waitFor(() => expect(store.keep).toHaveBeenCalled());
  await view.user.click(screen.getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(screen.queryByLabelText("Text")).toBeNull());
  expect(toasts.snapshot()).toEqual(before);
});

test("logs out after the working copies are stored and deleted", async () => {
  const fetch = vi.fn(async (_path: string) => Response.json({ success: true }));
  vi.stubGlobal("fetch", fetch);
  let done = () => {};
  const finish = vi.fn(() => new Promise<void>((resolve) => (done = resolve)));
  const store = { finish } as Partial<CopyStore> as CopyStore;
  const { user } = renderWithPage(
    <CopiesProvider store={store}>
      <LogoutButton onLeaving={() => {}} />
    </CopiesProvider>,
    { path: "/admin" },
  );
  await user.click(screen.getByRole("button", { name: "Logout" }));
  expect(finish).toHaveBeenCalledOnce();
  expect(fetch).not.toHaveBeenCalled();
  done();
  await waitFor(() => expect(fetch.mock.calls[0]?.[0]).toBe("/api/auth/logout"));
});

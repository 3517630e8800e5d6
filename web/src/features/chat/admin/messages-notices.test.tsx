import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { ChatChannel } from "@/api/admin/chat";
import { sentAt } from "@/testing/fake-chat-server";
import { fakeChat, openMessages } from "@/testing/messages";
import { toasts } from "@/ui/admin/toasts";

const server = fakeChat();

it("shows on which channel notices fail and why, and sends a test", async () => {
  server().channels = [
    channel("email", { failedAt: "2026-03-02T12:05:00Z", error: "refused" }),
    channel("webhook"),
    channel("push", { receivers: 2 }),
  ];
  const { press } = await openMessages();
  expect(await screen.findByText("do not arrive")).toBeInTheDocument();
  expect(screen.getByText(/^Last failed .*: refused$/)).toHaveClass("text-bad");
  expect(screen.getByText(/^On 2 devices. Last delivered/)).toBeInTheDocument();
  await press("Send a test: E-mail");
  await waitFor(() => expect(server().tested).toEqual(["/api/admin/chat/channels/email/test"]));
});

it("fills in the server of a mail service and sends what was typed, once", async () => {
  const { user, press } = await openMessages();
  await user.click(await screen.findByText("Notices"));
  await user.type(screen.getByLabelText(/^E-mail addresses/), "ann@pest.example, ben@pest.example");
  await user.selectOptions(screen.getByLabelText("Mail service"), "Yahoo");
  expect(screen.getByLabelText("Mail server")).toHaveValue("smtp.mail.yahoo.com");
  expect(screen.getByLabelText("Port")).toHaveValue("465");
  expect(screen.getByRole("link", { name: /Make one at Yahoo/ })).toHaveAttribute(
    "href",
    "https://login.yahoo.com/account/security",
  );
  await user.type(screen.getByLabelText("Username"), "ann@pest.example");
  await user.type(screen.getByLabelText("Password of the mail account"), "app password");
  await press("Save Notices");
  await waitFor(() =>
    expect(server().savedNotices).toEqual([
      {
        addresses: ["ann@pest.example", "ben@pest.example"],
        host: "smtp.mail.yahoo.com",
        port: 465,
        username: "ann@pest.example",
        password: "app password",
        webhookUrl: "",
      },
    ]),
  );
  expect(screen.getByLabelText("Password of the mail account")).toHaveValue("");
});

it("sends no test while the settings are being saved, and says when they are", async () => {
  server().channels = [channel("email")];
  const respond = fetch;
  let save = () => {};
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path === "/api/admin/notices" && init.method === "POST") {
      await new Promise<void>((resolve) => {
        save = resolve;
      });
      const { host, port } = JSON.parse(String(init.body));
      server().noticeSettings = { ...server().noticeSettings, host, port };
    }
    return respond(path, init);
  });
  const { user, press } = await openMessages();
  await user.click(await screen.findByText("Notices"));
  await user.selectOptions(screen.getByLabelText("Mail service"), "Yahoo");
  await press("Save Notices");
  await press("Send a test: E-mail");
  expect(server().tested).toEqual([]);
  save();
  await waitFor(() => expect(toasts.snapshot().at(-1)).toMatchObject({ title: "Notices saved" }));
  await press("Send a test: E-mail");
  await waitFor(() => expect(server().tested).toEqual(["/api/admin/chat/channels/email/test"]));
});

it("shows what the server decides as read-only, and no stored secret", async () => {
  server().noticeSettings = {
    ...server().noticeSettings,
    addresses: ["boss@pest.example"],
    fixedAddresses: true,
    fixedMailServer: true,
    webhookHost: "hooks.example",
  };
  const { user } = await openMessages();
  await user.click(await screen.findByText("Notices"));
  expect(screen.getByLabelText(/^E-mail addresses/)).toHaveAttribute("readonly");
  expect(screen.queryByLabelText("Mail service")).not.toBeInTheDocument();
  expect(screen.getByText(/Notices go to hooks.example/)).toBeVisible();
});

it("says that nobody is told while no device gets notices", async () => {
  // What failed when there were devices does not matter any more.
  server().channels = [
    channel("push", { failedAt: "2026-03-02T12:05:00Z", error: "gone", receivers: 0 }),
  ];
  await openMessages();
  expect(await screen.findByText(/Nobody is told of messages/)).toBeInTheDocument();
  expect(screen.queryByText("do not arrive")).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Send a test/ })).not.toBeInTheDocument();
});

it("explains why the bell cannot turn notifications on", async () => {
  const { press } = await openMessages();
  await press("Notifications are not supported here");
  expect(await screen.findByText(/This browser cannot receive notifications/)).toBeVisible();
  await press("Turn the sound off");
  expect(localStorage.getItem("perimeter-chat-alerts")).toBe("off");
  await press("Turn the sound on");
  expect(localStorage.getItem("perimeter-chat-alerts")).toBe("on");
});

function channel(name: string, fields: Partial<ChatChannel> = {}): ChatChannel {
  const delivered = { deliveredAt: sentAt, failedAt: null, error: "", receivers: null };
  return { channel: name, ...delivered, ...fields };
}

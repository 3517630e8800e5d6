import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { FakeChatServer, sentAt } from "@/testing/fake-chat-server";
import { FakeEventSource } from "@/testing/fake-event-source";
import { FakeUpload } from "@/testing/fake-upload";
import { renderWithPage } from "@/testing/render";
import { photoFile } from "@/testing/sample-photo";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { MessagesButton } from "./messages-button";

vi.mock("../photo", async (original) => ({
  ...(await original<typeof import("../photo")>()),
  preparePhoto: (await import("@/testing/sample-photo")).prepareSamplePhoto,
}));

const photo = { id: "p1", width: 1600, height: 1200 };
let server: FakeChatServer;
beforeEach(() => {
  FakeEventSource.install();
  FakeUpload.install();
  server = new FakeChatServer();
  vi.stubGlobal("fetch", vi.fn(server.respond));
});

async function openThread() {
  const { user } = renderWithPage(
    <TooltipProvider>
      <MessagesButton />
    </TooltipProvider>,
    { path: "/admin?panel=messages&section=ants" },
  );
  await screen.findByText("I have ants.");
  const press = (name: string | RegExp) =>
    user.click(screen.getByRole("button", { name, hidden: true }));
  const choose = async (...files: File[]) => {
    await user.upload(document.querySelector("input[type=file]") as HTMLInputElement, files);
    await screen.findByRole("list", { name: "Photos to send" });
  };
  return { user, press, choose };
}

const log = () => within(screen.getByRole("log"));

it("shows the photos of a visitor", async () => {
  server.messages.push({ id: 2, key: "2", staff: false, author: "", text: "", sentAt, photo });
  await openThread();
  const link = await log().findByRole("link", { name: "Photo from the visitor" });
  expect(link).toHaveAttribute("href", "/api/admin/chat/photos/p1");
});

it("sends photos after the text, and keeps them until they are sent", async () => {
  const { user, press, choose } = await openThread();
  await choose(photoFile("a.jpg"), photoFile("b.jpg"));
  await press("All messages");
  await press(/Ann/);
  expect(await screen.findByRole("list", { name: "Photos to send" })).toBeVisible();
  await user.type(screen.getByLabelText("Your answer"), "Like these?{Enter}");
  await waitFor(() => expect(FakeUpload.uploads).toHaveLength(1));
  expect(server.messages.at(-1)?.text).toBe("Like these?");
  expect(FakeUpload.latest.url).toBe("/api/admin/chat/ants/photos?key=key-a.jpg");
  const stored = { id: 3, key: "key-a.jpg", staff: true, author: "Pat", text: "", sentAt, photo };
  server.messages.push(stored);
  await FakeUpload.latest.answer({ success: true, data: stored });
  expect(await log().findByRole("link", { name: "Photo you sent" })).toBeVisible();
  await waitFor(() => expect(FakeUpload.uploads).toHaveLength(2));
  await FakeUpload.latest.answer({ success: false, message: "Too many photos." }, 429);
  expect(await log().findByText("Too many photos.")).toBeVisible();
  await press("Try again");
  await waitFor(() => expect(FakeUpload.uploads).toHaveLength(3));
  expect(FakeUpload.latest.key).toBe("key-b.jpg");
});

it("offers no photos for a note", async () => {
  const { press } = await openThread();
  expect(screen.getByRole("button", { name: "Add a photo" })).toBeVisible();
  await press("Write a Note");
  expect(screen.queryByRole("button", { name: "Add a photo" })).toBeNull();
});

import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ChatMessage } from "@/api/chat";
import { FakeEventSource } from "@/testing/fake-event-source";
import { FakeUpload } from "@/testing/fake-upload";
import { renderWithPage } from "@/testing/render";
import { photoFile } from "@/testing/sample-photo";
import { ChatButton } from "./chat-button";
import { openChat } from "./open-chat";

vi.mock("./photo", async (original) => ({
  ...(await original<typeof import("./photo")>()),
  preparePhoto: (await import("@/testing/sample-photo")).prepareSamplePhoto,
}));

const sentAt = "2026-03-02T12:00:00Z";
let nextId = 1;
let sent: { text: string }[];

function message(fields: Partial<ChatMessage>): ChatMessage {
  return { id: nextId++, key: "k", staff: false, author: "", text: "", sentAt, ...fields };
}

const success = (data: unknown) => ({ success: true, data });
/** Answers the newest upload as the server would. */
const accept = () =>
  FakeUpload.latest.answer(
    success(
      message({ key: FakeUpload.latest.key, photo: { id: "p1", width: 1600, height: 1200 } }),
    ),
  );

beforeEach(() => {
  FakeEventSource.install();
  FakeUpload.install();
  localStorage.clear();
  sessionStorage.clear();
  sent = [];
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    const { key, text } = JSON.parse(body);
    sent.push({ text });
    return Response.json(success(message({ key, text })));
  });
});

async function openPanel() {
  const { user } = renderWithPage(<ChatButton />, { data: { "business-hours": [] } });
  act(() => openChat());
  await screen.findByRole("dialog", { name: "Chat With Us" });
  await FakeEventSource.connected();
  const choose = async (...files: File[]) => {
    await user.upload(document.querySelector("input[type=file]") as HTMLInputElement, files);
    await waitFor(() => expect(screen.queryByText("Preparing photos…")).toBeNull());
  };
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  return { user, choose, press };
}

const chosen = () => within(screen.getByRole("list", { name: "Photos to send" }));
const log = () => within(screen.getByRole("log"));

it("shows the chosen photos, and lets each be removed", async () => {
  const { choose, press } = await openPanel();
  await choose(photoFile("a.jpg"), photoFile("b.jpg"));
  expect(chosen().getAllByRole("listitem")).toHaveLength(2);
  await press("Remove photo 1");
  expect(chosen().getAllByRole("listitem")).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Add a photo" })).toHaveFocus();
  await press("Close chat");
  act(() => openChat());
  expect(chosen().getAllByRole("listitem")).toHaveLength(1);
  await press("Remove photo 1");
  expect(screen.queryByRole("list", { name: "Photos to send" })).toBeNull();
});

it("takes five photos, and says what to do with more or with one that it cannot read", async () => {
  const { choose } = await openPanel();
  await choose(photoFile("a.heic", "image/heic"));
  expect(screen.getByRole("alert")).toHaveTextContent(
    "“a.heic” could not be opened. Please choose a JPEG or PNG picture, or take a new photo.",
  );
  await choose(...["a", "b", "c"].map((name) => photoFile(name)));
  expect(screen.queryByRole("alert")).toBeNull();
  await choose(...["d", "e", "f"].map((name) => photoFile(name)));
  expect(chosen().getAllByRole("listitem")).toHaveLength(5);
  expect(screen.getByRole("alert")).toHaveTextContent(
    "You can send 5 photos at once. Please choose those that show it best.",
  );
});

it("sends the text and then the photos in order, with progress", async () => {
  const { user, choose, press } = await openPanel();
  await choose(photoFile("a.jpg"), photoFile("b.jpg"));
  await user.type(screen.getByLabelText("Your message"), "What is this?");
  await press("Send");
  expect(screen.queryByRole("list", { name: "Photos to send" })).toBeNull();
  await waitFor(() => expect(FakeUpload.uploads).toHaveLength(1));
  expect(sent).toEqual([{ text: "What is this?" }]);
  const [bar] = log().getAllByRole("progressbar", { name: "Sending" });
  act(() => FakeUpload.latest.upload.onprogress?.({ loaded: 1, total: 2 }));
  expect(bar).toHaveAttribute("aria-valuenow", "50");
  await accept();
  await waitFor(() => expect(FakeUpload.uploads).toHaveLength(2));
  await accept();
  expect(FakeUpload.uploads.map(({ key }) => key)).toEqual(["key-a.jpg", "key-b.jpg"]);
  await waitFor(() => expect(log().queryByRole("progressbar")).toBeNull());
  expect(log().getAllByRole("link", { name: "Photo you sent" })).toHaveLength(2);
});

it("retries a photo with the same key, or dismisses it", async () => {
  const { choose, press } = await openPanel();
  await choose(photoFile("a.jpg"));
  await press("Send");
  await FakeUpload.latest.answer({ success: false, message: "Please wait a moment." }, 503);
  expect(log().getByText("Please wait a moment.")).toBeVisible();
  await press("Try again");
  await FakeUpload.latest.disconnect();
  expect(log().getByText(/This could not be sent/)).toBeVisible();
  expect(FakeUpload.uploads.map(({ key }) => key)).toEqual(["key-a.jpg", "key-a.jpg"]);
  await press("Dismiss");
  expect(log().queryByRole("img")).toBeNull();
  expect(screen.getByRole("log")).toHaveFocus();
});

it("shows photos at their size before they are loaded, and opens them large", async () => {
  await openPanel();
  const photo = { id: "p7", width: 1200, height: 1600 };
  FakeEventSource.latest.emit("message", message({ key: "1", staff: true, author: "Pat", photo }));
  const image = log().getByRole("img", { name: "Photo from our team" });
  expect(image).toHaveAttribute("width", "165");
  expect(image).toHaveAttribute("height", "220");
  expect(image).toHaveAttribute("src", "/api/chat/photos/p7");
  const link = log().getByRole("link", { name: "Photo from our team" });
  expect(link).toHaveAttribute("href", "/api/chat/photos/p7");
  expect(link).toHaveAttribute("target", "_blank");
});

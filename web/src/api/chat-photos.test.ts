import { beforeEach, expect, it, vi } from "vitest";
import { FakeUpload } from "@/testing/fake-upload";
import { chatPhotoUrl, sendPhoto } from "./chat-photos";

const photo = new Blob(["jpeg"], { type: "image/jpeg" });

beforeEach(() => FakeUpload.install());

it("sends the photo itself with the key of its message, and reports progress", async () => {
  const onProgress = vi.fn();
  const sent = sendPhoto("k 1", photo, onProgress);
  const upload = FakeUpload.latest;
  expect(upload).toMatchObject({
    url: "/api/chat/photos?key=k+1&page=%2F",
    contentType: "image/jpeg",
    body: photo,
  });
  upload.upload.onprogress?.({ loaded: 1, total: 4 });
  expect(onProgress).toHaveBeenCalledExactlyOnceWith(0.25);
  await upload.answer({ success: true, data: { id: 7 } });
  expect(await sent).toEqual({ id: 7 });
});

it("fails with the server's sentence", async () => {
  const sent = sendPhoto("k", photo, () => {});
  const refusal = { success: false, message: "Please send the photo as JPEG." };
  const failure = expect(sent).rejects.toMatchObject({
    status: 415,
    serverMessage: "Please send the photo as JPEG.",
  });
  await FakeUpload.latest.answer(refusal, 415);
  await failure;
});

it("fails without a connection", async () => {
  const failure = expect(sendPhoto("k", photo, () => {})).rejects.toThrow(TypeError);
  await FakeUpload.latest.disconnect();
  await failure;
});

it("escapes the ID of a photo", () => {
  expect(chatPhotoUrl("a/b")).toBe("/api/chat/photos/a%2Fb");
});

import { useQueryClient } from "@tanstack/react-query";
import { adminChatKeys, sendPhotoReply, sendReply, threadQuery } from "@/api/admin/chat";
import { errorText } from "@/api/admin/client";
import { type Draft, newKey } from "../conversation";
import type { Photo } from "../photo";
import type { ReplyDrafts } from "./use-reply-drafts";

/** Sends replies. Each one is shown as pending until the conversation contains it. */
export function useSendReply(id: string, length: number, { draftFor, updatePending }: ReplyDrafts) {
  const client = useQueryClient();
  const change = (key: string, to: Partial<Draft>) =>
    updatePending(id, (all) =>
      all.map((draft) => (draft.key === key ? { ...draft, ...to } : draft)),
    );
  const add = (drafts: readonly Draft[]) =>
    updatePending(id, (all) => [
      ...all.filter(({ key }) => drafts.every((draft) => draft.key !== key)),
      ...drafts,
    ]);
  const run = async (key: string, request: () => Promise<unknown>) => {
    try {
      await request();
      await client.invalidateQueries({ queryKey: adminChatKeys.all });
      updatePending(id, (all) => all.filter((draft) => draft.key !== key));
    } catch (error) {
      change(key, { failure: errorText(error, "This could not be sent.") });
    }
  };
  const runPhoto = ({ key, file }: Photo) =>
    run(key, () => sendPhotoReply(id, key, file, (progress) => change(key, { progress })));

  const send = async (text: string, photos: readonly Photo[], key = newKey()) => {
    const message: Draft[] = text ? [{ key, text }] : [];
    add([...message, ...photos.map(draftOf)]);
    if (text) await run(key, () => sendReply(id, key, text));
    // One after another, so that they arrive in order.
    for (const photo of photos) await runPhoto(photo);
  };
  const retry = ({ key, text, photo }: Draft) => send(text, photo ? [photo] : [], key);

  // The event stream can deliver the message before the request above has finished.
  const shown = client
    .getQueryData(threadQuery(id).queryKey)
    ?.messages.slice(0, length)
    .map(({ key }) => key);
  const drafts = draftFor(id).pending.filter(({ key }) => !shown?.includes(key));
  return { drafts, send, retry };
}

function draftOf(photo: Photo): Draft {
  return { key: photo.key, text: "", photo, progress: 0 };
}

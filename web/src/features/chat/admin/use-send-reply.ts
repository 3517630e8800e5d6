import { useEffect } from "react";
import type { Photo } from "../photo";
import type { TypedReplies } from "./use-typed-replies";

interface LoadedThread {
  /** When it was loaded. */
  at: number;
  messages: readonly { key: string }[];
}

/** Sends replies. Each one is shown as pending until the conversation contains it. */
export function useSendReply(id: string, loaded: LoadedThread, typedReplies: TypedReplies) {
  const { replyFor, outboxFor } = typedReplies;
  const outbox = outboxFor(id);
  // The server could be reached just now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that the thread is loaded
  useEffect(() => outbox.sendAgain(), [outbox, loaded.at]);
  const send = (text: string, photos: readonly Photo[]) => {
    if (text) void outbox.send(text);
    for (const photo of photos) void outbox.sendPhoto(photo);
  };
  // The event stream can deliver the message before the request has finished.
  const shown = new Set(loaded.messages.map(({ key }) => key));
  const unsent = replyFor(id).pending.filter(({ key }) => !shown.has(key));
  return { unsent, send, outbox };
}

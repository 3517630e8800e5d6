import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { authKeys, type User } from "@/api/admin/auth";
import type { UnsentMessage } from "../outbox";
import type { Photo } from "../photo";
import { ReplyOutboxes } from "./reply-outboxes";

/** What is in the composer for one visitor. */
interface Composed {
  text: string;
  /** The photos beside it. */
  photos: readonly Photo[];
  /** A note for the team, which has the composer to itself. */
  note: string;
}

/** A reply to one visitor that the visitor has not received. */
interface TypedReply extends Composed {
  /** Messages that are being sent or could not be sent. */
  pending: readonly UnsentMessage[];
}

const nothing: Composed = { text: "", photos: [], note: "" };

export type TypedReplies = ReturnType<typeof useTypedReplies>;

/**
 * What staff have typed and not sent. The state lives above the messages sheet, because the sheet is
 * closed and opened again while people look something up.
 */
export function useTypedReplies() {
  const client = useQueryClient();
  const [typed, setTyped] = useState<Record<string, Composed>>({});
  const [outboxes] = useState(
    () => new ReplyOutboxes(client, client.getQueryData<User>(authKeys.user)?.username ?? ""),
  );
  const pending = useSyncExternalStore(outboxes.subscribe, outboxes.snapshot);
  useEffect(() => outboxes.start(), [outboxes]);
  const update = (id: string, edit: (reply: Composed) => Partial<Composed>) =>
    setTyped((all) => {
      const reply = all[id] ?? nothing;
      return { ...all, [id]: { ...reply, ...edit(reply) } };
    });
  return {
    replyFor: (id: string): TypedReply => ({
      ...(typed[id] ?? nothing),
      pending: pending[id] ?? [],
    }),
    outboxFor: (id: string) => outboxes.of(id),
    write: (id: string, text: string) => update(id, () => ({ text })),
    updatePhotos: (id: string, edit: (photos: readonly Photo[]) => readonly Photo[]) =>
      update(id, ({ photos }) => ({ photos: edit(photos) })),
    writeNote: (id: string, note: string) => update(id, () => ({ note })),
    /** Puts a note back that could not be saved, before what was written meanwhile. */
    returnNote: (id: string, note: string) =>
      update(id, (reply) => ({ note: [note, reply.note].filter(Boolean).join("\n") })),
  };
}

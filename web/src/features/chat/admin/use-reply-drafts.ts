import { useCallback, useRef, useState } from "react";
import { useUnsavedChanges } from "@/ui/admin/unsaved-changes";
import type { Draft } from "../conversation";
import type { Photo } from "../photo";

/** A reply to one visitor that the visitor has not received. */
interface ReplyDraft {
  /** The text in the composer. */
  text: string;
  /** The photos beside it. */
  photos: readonly Photo[];
  /** Messages that are being sent or could not be sent. */
  pending: readonly Draft[];
}

const emptyDraft: ReplyDraft = { text: "", photos: [], pending: [] };

/** The quick replies, one per line, and when they were saved. */
export interface SavedReplies {
  text: string;
  updatedAt: string;
}

export type ReplyDrafts = ReturnType<typeof useReplyDrafts>;

/**
 * What staff have typed and not sent or saved. The state lives above the messages sheet, because
 * the sheet is closed and opened again while people look something up. Only leaving the back office
 * loses it, after a confirmation.
 */
export function useReplyDrafts() {
  const [drafts, setDrafts] = useState<Record<string, ReplyDraft>>({});
  const [quickReplies, setQuickReplies] = useState<string>();
  const [repliesBase, setRepliesBase] = useState<SavedReplies>();
  const isUnsent = ({ text, photos, pending }: ReplyDraft) =>
    text.trim() !== "" || photos.length > 0 || pending.length > 0;
  // Forms are closed before the back office is left, but their working copies are still there.
  const settles = useRef(new Set<() => void>());
  useUnsavedChanges(quickReplies !== undefined || Object.values(drafts).some(isUnsent), {
    scope: "admin",
    onDiscard: () => {
      for (const settle of settles.current) settle();
    },
  });
  const settleOnDiscard = useCallback((settle: () => void) => {
    settles.current.add(settle);
  }, []);
  const update = (id: string, edit: (draft: ReplyDraft) => Partial<ReplyDraft>) =>
    setDrafts((all) => {
      const draft = all[id] ?? emptyDraft;
      return { ...all, [id]: { ...draft, ...edit(draft) } };
    });
  return {
    draftFor: (id: string): ReplyDraft => drafts[id] ?? emptyDraft,
    write: (id: string, text: string) => update(id, () => ({ text })),
    updatePhotos: (id: string, edit: (photos: readonly Photo[]) => readonly Photo[]) =>
      update(id, ({ photos }) => ({ photos: edit(photos) })),
    updatePending: (id: string, edit: (pending: readonly Draft[]) => readonly Draft[]) =>
      update(id, ({ pending }) => ({ pending: edit(pending) })),
    /** The edited quick replies; undefined while they equal the saved ones. */
    quickReplies,
    setQuickReplies,
    /** The version of the quick replies that is being edited. */
    repliesBase,
    setRepliesBase,
    /** Registers what removes the working copy of a form when everything is discarded. */
    settleOnDiscard,
  };
}

import { createContext, type RefObject, use } from "react";
import type { ContentItem } from "@/api/admin/content";

interface Draft {
  text: string;
  /** The stored item at the time of the first change. */
  original: ContentItem | undefined;
}

/** State that the parts of a preview share. */
export interface ContentEditing {
  /** Whether clicking a text opens its inline editor. */
  enabled: boolean;
  /** The stored item of a key, if there is one. */
  stored: (key: string) => ContentItem | undefined;
  /** The key with an open inline editor, and the unsaved text; null if unchanged. */
  active: { key: string; draft: Draft | null } | null;
  open: (key: string) => void;
  change: (text: string | null) => void;
  /** Continues with a text that replaces the given version. */
  rebase: (original: ContentItem, text: string) => void;
  /** Goes on with a text that was typed before, based on a version of the item with another text. */
  resume: (text: string, basedOn: string, began: string) => void;
  /** Is called when the person has agreed to lose the unsaved text. */
  discarded: RefObject<() => void>;
  close: () => void;
  /**
   * Closes the inline editor, or does something else that loses the unsaved text, after a
   * confirmation if there is any.
   */
  leave: (then?: () => void) => void;
  /** Asks, and then deletes the item, so that pages show its default. */
  reset: (item: ContentItem) => void;
}

export const ContentEditingContext = createContext<ContentEditing | null>(null);

export function useContentEditing(): ContentEditing {
  const editing = use(ContentEditingContext);
  if (!editing) throw new Error("useContentEditing needs a ContentEditingContext around it");
  return editing;
}

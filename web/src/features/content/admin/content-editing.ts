import { createContext, use } from "react";
import type { ContentItem } from "@/api/admin/content";

/** State that the parts of a preview share. */
export interface ContentEditing {
  /** Whether clicking a text opens its inline editor. */
  enabled: boolean;
  /** The stored item of a key, if there is one. */
  stored: (key: string) => ContentItem | undefined;
  /** The key with an open inline editor. */
  active: string | null;
  open: (key: string) => void;
  close: () => void;
  /** Asks, and then deletes the item, so that pages show its default. */
  reset: (item: ContentItem) => void;
}

export const ContentEditingContext = createContext<ContentEditing | null>(null);

export function useContentEditing(): ContentEditing {
  const editing = use(ContentEditingContext);
  if (!editing) throw new Error("useContentEditing needs a ContentEditingContext around it");
  return editing;
}

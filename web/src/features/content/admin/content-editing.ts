import { createContext, use } from "react";
import type { ContentItem } from "@/api/admin/content";

interface Draft {
  text: string;
  /** What was stored when the typing began. */
  original: ContentItem | undefined;
}

/** What the pieces of a preview share while a section is edited. */
export interface ContentEditing {
  /** Whether a click on a text edits it. */
  enabled: boolean;
  /** What is stored under a key, if anything is. */
  stored: (key: string) => ContentItem | undefined;
  /** The piece whose inline editor is open, and what was typed there; null if nothing was. */
  active: { key: string; draft: Draft | null } | null;
  open: (key: string) => void;
  change: (text: string | null) => void;
  close: () => void;
  /** Closes the inline editor as well, but asks first about what was typed. */
  leave: () => void;
}

export const ContentEditingContext = createContext<ContentEditing | null>(null);

export function useContentEditing(): ContentEditing {
  const editing = use(ContentEditingContext);
  if (!editing) throw new Error("useContentEditing needs a ContentEditingContext around it");
  return editing;
}

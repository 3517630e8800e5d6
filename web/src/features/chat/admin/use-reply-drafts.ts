import { useState } from "react";
import { useUnsavedChanges } from "@/ui/admin/unsaved-changes";
import type { Draft } from "../conversation";

/** What was written for one visitor and has not reached them. */
interface Answer {
  /** What stands in the box. */
  text: string;
  /** What was sent and is on its way, or did not get through. */
  drafts: readonly Draft[];
}

const nothing: Answer = { text: "", drafts: [] };

export type Unsent = ReturnType<typeof useUnsent>;

/**
 * What staff have written and not sent or saved. It is kept above the sheet in which they write,
 * because that comes and goes while they look something up, and only leaving the back office loses it.
 */
export function useUnsent() {
  const [answers, setAnswers] = useState<Record<string, Answer>>({});
  const [replies, setReplies] = useState<string>();
  const isUnsent = ({ text, drafts }: Answer) => text.trim() !== "" || drafts.length > 0;
  useUnsavedChanges(replies !== undefined || Object.values(answers).some(isUnsent), "office");
  const change = (id: string, edit: (answer: Answer) => Partial<Answer>) =>
    setAnswers((all) => {
      const answer = all[id] ?? nothing;
      return { ...all, [id]: { ...answer, ...edit(answer) } };
    });
  return {
    answerTo: (id: string): Answer => answers[id] ?? nothing,
    write: (id: string, text: string) => change(id, () => ({ text })),
    changeDrafts: (id: string, edit: (drafts: readonly Draft[]) => readonly Draft[]) =>
      change(id, ({ drafts }) => ({ drafts: edit(drafts) })),
    /** The quick replies as they are being edited; nothing while they are as saved. */
    replies,
    setReplies,
  };
}

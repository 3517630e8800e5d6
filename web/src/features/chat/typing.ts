import { useEffect, useRef, useState } from "react";

const signalEveryMs = 4_000;
/** How long a sign of typing is shown: the next one follows before it ends. */
const shownMs = 7_000;

/**
 * Returns a function to call with the text at every change. It tells the server, but not too often. A
 * text that has become empty was sent, which ended the sign; what is typed next is a new one.
 */
export function useTypingSignal(send: () => Promise<unknown>): (text: string) => void {
  const sentAt = useRef(0);
  return (text) => {
    const now = Date.now();
    if (!text.trim()) {
      sentAt.current = 0;
      return;
    }
    if (now - sentAt.current < signalEveryMs) return;
    sentAt.current = now;
    // Nothing depends on it, so a failure needs no message.
    send().catch(() => undefined);
  };
}

/** Whether the mark has changed a moment ago. An empty one never has. */
export function useRecentMark(mark: string | undefined): boolean {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    setShown(mark);
    const timer = setTimeout(() => setShown(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [mark]);
  return Boolean(mark) && shown === mark;
}

import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import type { ChatMessage } from "@/api/chat";
import type { Draft } from "./conversation";

interface MessageListProps {
  messages: readonly ChatMessage[];
  drafts?: readonly Draft[];
  /** Whose messages are on the right. */
  as: "visitor" | "staff";
  onRetry?: (draft: Draft) => void;
  /** Rendered before the first message and after the last one. */
  before?: ReactNode;
  after?: ReactNode;
}

/** The messages of a conversation. It scrolls to the newest one and announces new ones. */
export function MessageList({
  messages,
  drafts = [],
  as,
  onRetry,
  before,
  after,
}: MessageListProps) {
  const end = useRef<HTMLDivElement>(null);
  const length = messages.length + drafts.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when a message is added
  useEffect(() => {
    end.current?.scrollIntoView?.({ block: "end" });
  }, [length]);
  return (
    <div
      role="log"
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable wrapper must be reachable by keyboard
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4"
    >
      {before}
      {messages.map((message) => (
        <Bubble key={message.key} mine={message.staff === (as === "staff")}>
          <span className="sr-only">{speaker(message, as)}: </span>
          {message.text}
          <Small>
            {message.staff && as === "visitor" && `${message.author}, `}
            {timeOf(message.sentAt)}
          </Small>
        </Bubble>
      ))}
      {drafts.map((draft) => (
        <Bubble key={draft.key} mine>
          {draft.text}
          <Small>{draft.failure ?? "Sending…"}</Small>
          {draft.failure && onRetry && (
            <button
              type="button"
              className="min-h-9 font-semibold underline"
              onClick={() => onRetry(draft)}
            >
              Try again
            </button>
          )}
        </Bubble>
      ))}
      {after}
      <div ref={end} />
    </div>
  );
}

// URLs in messages are not links, because links in a chat are a common phishing method.
function Bubble({ mine, children }: { mine: boolean; children: ReactNode }) {
  return (
    <div
      className={clsx(
        "max-w-[85%] rounded-2xl px-4 py-2.5 whitespace-pre-wrap wrap-anywhere",
        mine
          ? "self-end rounded-br-md bg-primary-fill text-white"
          : "self-start rounded-bl-md border border-line bg-sunken",
      )}
    >
      {children}
    </div>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <span className="mt-0.5 block text-xs">{children}</span>;
}

function speaker({ staff, author }: ChatMessage, as: "visitor" | "staff"): string {
  if (staff === (as === "staff")) return "You";
  return staff ? author : "Visitor";
}

function timeOf(sentAt: string): string {
  return new Date(sentAt).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
}

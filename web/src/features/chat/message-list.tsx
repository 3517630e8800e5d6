import { clsx } from "clsx";
import {
  Fragment,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import type { ChatMessage } from "@/api/chat";
import { chatPhotoUrl } from "@/api/chat-photos";
import { MessagePhoto } from "./message-photo";
import { formatDay, isNewDay, timeOf } from "./message-time";
import type { UnsentMessage } from "./outbox";

interface MessageListProps {
  messages: readonly ChatMessage[];
  unsent?: readonly UnsentMessage[];
  /** That of the times; the reader's if not given. */
  timeZone?: string;
  /** Whose messages are on the right. */
  as: "visitor" | "staff";
  /** Where photos are, by their IDs. */
  photoUrl?: (id: string) => string;
  /** How far the other side has read, as the newest message. */
  seenTo?: number;
  /** How far the other side was sent the messages by e-mail. */
  mailedTo?: number;
  onRetry?: (message: UnsentMessage) => void;
  onDismiss?: (message: UnsentMessage) => void;
  /** Who is typing. */
  typing?: string | undefined;
  /** What belongs between the messages, by time. */
  inserts?: readonly Insert[];
  /** Rendered before the first message and after the last one. */
  before?: ReactNode;
  after?: ReactNode;
}

/** Something between messages that is not a message. */
export interface Insert {
  key: string;
  at: string;
  /** Gets a function that moves the focus to the list, for a button that disappears when pressed. */
  content: (keepFocus: () => void) => ReactNode;
}

/** The messages of a conversation. It scrolls to the newest one and announces new ones. */
export function MessageList({
  messages,
  unsent = [],
  timeZone,
  as,
  photoUrl = chatPhotoUrl,
  seenTo = 0,
  mailedTo = 0,
  onRetry,
  onDismiss,
  typing,
  inserts = [],
  before,
  after,
}: MessageListProps) {
  const log = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const length = messages.length + unsent.length + inserts.length;
  const status = ({ id, staff }: ChatMessage): string => {
    if (staff !== (as === "staff")) return "";
    if (id <= seenTo) return " · Seen";
    return id <= mailedTo ? " · Sent by e-mail" : " · Sent";
  };
  // The line closes around a message that is delivered while it is looked at, not around older ones.
  const [sending] = useState(() => new Set<string>());
  for (const { key } of unsent) sending.add(key);
  const isMine = unsent.length > 0 || messages.at(-1)?.staff === (as === "staff");
  const { isNew, onScroll, showEnd } = useNewest(log, end, length, isMine);
  useNewestInSight(log);
  // For buttons that disappear when they are pressed.
  const keepFocus = () => log.current?.focus({ preventScroll: true });
  return (
    <div
      ref={log}
      role="log"
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable wrapper must be reachable by keyboard
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4"
      onScroll={onScroll}
    >
      {before}
      {messages.map((message, index) => (
        <Fragment key={message.key}>
          {inserts
            .filter(({ at }) => isBetween(at, messages[index - 1]?.sentAt, message.sentAt))
            .map(({ key, content }) => (
              <Fragment key={key}>{content(keepFocus)}</Fragment>
            ))}
          {isNewDay(messages[index - 1]?.sentAt, message.sentAt, undefined, timeZone) && (
            <p className="self-center text-sm text-soft">
              <time dateTime={message.sentAt}>
                {formatDay(message.sentAt, undefined, timeZone)}
              </time>
            </p>
          )}
          <Bubble
            mine={message.staff === (as === "staff")}
            photo={message.photo !== undefined}
            delivered={sending.has(message.key)}
          >
            <span className="sr-only">{speaker(message, as)}: </span>
            {message.text}
            {message.photo && (
              <MessagePhoto
                size={message.photo}
                src={photoUrl(message.photo.id)}
                href={photoUrl(message.photo.id)}
                alt={photoAlt(message, as)}
              />
            )}
            <Small>
              {message.staff && as === "visitor" && `${message.author}, `}
              {timeOf(message.sentAt, timeZone)}
              {status(message)}
            </Small>
          </Bubble>
        </Fragment>
      ))}
      {inserts
        .filter(({ at }) => at > (messages.at(-1)?.sentAt ?? ""))
        .map(({ key, content }) => (
          <Fragment key={key}>{content(keepFocus)}</Fragment>
        ))}
      {unsent.map((message) => (
        <Bubble key={message.key} mine photo={message.photo !== undefined}>
          {message.text}
          {message.photo && (
            <MessagePhoto size={message.photo} src={message.photo.thumbnail} alt="Photo you sent" />
          )}
          <Small>{message.failure ?? "Sending…"}</Small>
          {message.photo && !message.failure && <Progress share={message.progress ?? 0} />}
          {message.failure && onRetry && (
            <button
              type="button"
              className="mr-4 min-h-9 font-semibold underline"
              onClick={() => {
                onRetry(message);
                keepFocus();
              }}
            >
              Try again
            </button>
          )}
          {message.failure && onDismiss && (
            <button
              type="button"
              className="min-h-9 font-semibold underline"
              onClick={() => {
                onDismiss(message);
                keepFocus();
              }}
            >
              Dismiss
            </button>
          )}
        </Bubble>
      ))}
      {typing && <p className="self-start text-sm text-soft">{typing}</p>}
      {after}
      <div ref={end} />
      {isNew && (
        <button
          type="button"
          className="sticky bottom-0 min-h-9 flex-none self-center rounded-full bg-primary-fill px-4 font-semibold text-sm text-white shadow-lg"
          onClick={() => {
            showEnd();
            keepFocus();
          }}
        >
          New message ↓
        </button>
      )}
    </div>
  );
}

/** How far from the end somebody may be who still looks at the newest message, in pixels. */
const nearEnd = 80;

/**
 * Scrolls to the newest message when one is added, unless the person reads older ones: then isNew
 * becomes true until they come back to the end.
 */
function useNewest(
  log: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>,
  length: number,
  isMine: boolean,
) {
  const [isNew, setNew] = useState(false);
  const atEnd = useRef(true);
  const showEnd = useCallback(() => {
    end.current?.scrollIntoView?.({ block: "end" });
    setNew(false);
  }, [end]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a message is added
  useEffect(() => {
    // Before the first message there is only what is said at the beginning.
    if (length === 0) return;
    if (atEnd.current || isMine) showEnd();
    else setNew(true);
  }, [length, showEnd]);
  const onScroll = () => {
    const list = log.current;
    if (!list) return;
    atEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < nearEnd;
    if (atEnd.current) setNew(false);
  };
  return { isNew, onScroll, showEnd };
}

/** Scrolls as far as the list becomes lower: photos were chosen below it, or a keyboard opened. */
function useNewestInSight(log: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const list = log.current;
    if (!list) return;
    let height = list.clientHeight;
    const observer = new ResizeObserver(() => {
      list.scrollTop += Math.max(0, height - list.clientHeight);
      height = list.clientHeight;
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [log]);
}

interface BubbleProps {
  mine: boolean;
  photo: boolean;
  /** Whether it was sent and delivered from this list. */
  delivered?: boolean;
  children: ReactNode;
}

// URLs in messages are not links, because links in a chat are a common phishing method.
function Bubble({ mine, photo, delivered, children }: BubbleProps) {
  return (
    <div
      className={clsx(
        "max-w-[85%] rounded-2xl whitespace-pre-wrap wrap-anywhere",
        photo ? "p-2" : "px-4 py-2.5",
        delivered && "closing-line",
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

/** A bar and no text, which would be announced at every step. */
function Progress({ share }: { share: number }) {
  const percent = Math.round(100 * share);
  return (
    <div
      role="progressbar"
      aria-label="Sending"
      aria-valuenow={percent}
      className="my-1 h-1 rounded-full bg-white/30"
    >
      <div className="h-full rounded-full bg-white" style={{ width: `${percent}%` }} />
    </div>
  );
}

function speaker({ staff, author }: ChatMessage, as: "visitor" | "staff"): string {
  if (staff === (as === "staff")) return "You";
  return staff ? author : "Visitor";
}

function photoAlt({ staff }: ChatMessage, as: "visitor" | "staff"): string {
  if (staff === (as === "staff")) return "Photo you sent";
  return staff ? "Photo from our team" : "Photo from the visitor";
}

function isBetween(at: string, earlier: string | undefined, later: string): boolean {
  return at > (earlier ?? "") && at <= later;
}

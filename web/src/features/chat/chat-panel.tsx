import { Phone } from "lucide-react";
import {
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { type ChatContact, sendTyping } from "@/api/chat";
import { hoursQuery, specialDaysQuery } from "@/api/hours";
import { weekOf } from "@/domain/hours";
import { momentIn, openStateAt } from "@/domain/open-now";
import { usePage } from "@/domain/page-data";
import { listNames, peopleOf } from "@/domain/people";
import { sightings } from "@/domain/sightings";
import { useData } from "@/lib/data-store";
import { Picture } from "@/ui/picture";
import { isAway, replyTimeoutMs, waitingSince } from "./availability";
import { chatStorage } from "./chat-storage";
import { CloseButton } from "./close-button";
import { Composer } from "./composer";
import { type Conversation, ConversationStore } from "./conversation";
import { DeleteConversation } from "./delete-conversation";
import { LeaveDetails } from "./leave-details";
import { MessageList } from "./message-list";
import { lineReady } from "./open-chat";
import type { Photo } from "./photo";
import { type PhotoPicker, usePhotoPicker } from "./photo-picking";
import { useRecentMark, useTypingSignal } from "./typing";
import { useMarkSeen } from "./use-mark-seen";

interface ChatPanelProps {
  open: boolean;
  /** Whether the visitor opened the chat just now. */
  takesFocus: boolean;
  onClose: () => void;
  /** Gets the number of replies that arrived while the panel was closed. */
  onUnread: (count: number) => void;
}

/** The visitor's chat. It stays connected while it is closed. */
export function ChatPanel({ open, takesFocus, onClose, onUnread }: ChatPanelProps) {
  const [store] = useState(() => new ConversationStore());
  const conversation = useSyncExternalStore(store.subscribe, store.snapshot);
  useEffect(() => store.connect(), [store]);
  useUnread(conversation, open, onUnread);
  useMarkSeen(conversation, open);

  const started = Boolean(conversation.state?.started);
  const length = conversation.messages.length;
  useEffect(() => {
    if (started && length > 0) chatStorage.touchConversation();
  }, [started, length]);

  const [text, setText] = useState("");
  useReadyLine(open, setText);
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const picker = usePhotoPicker(photos, setPhotos);
  if (!open) return null;
  return createPortal(
    <Panel
      store={store}
      conversation={conversation}
      text={text}
      onText={setText}
      picker={picker}
      takesFocus={takesFocus}
      onClose={onClose}
    />,
    document.body,
  );
}

/** Puts the line that the visitor chose on the page into the box. */
function useReadyLine(open: boolean, onLine: (line: string) => void) {
  useEffect(() => {
    const button = document.getElementById("chat-button");
    if (!open || !button) return;
    const take = () => {
      if (button.dataset.line) onLine(button.dataset.line);
      delete button.dataset.line;
    };
    take();
    button.addEventListener(lineReady, take);
    return () => button.removeEventListener(lineReady, take);
  }, [open, onLine]);
}

function useUnread({ messages }: Conversation, open: boolean, onUnread: (count: number) => void) {
  useEffect(() => {
    const newest = messages.at(-1);
    if (open && newest) chatStorage.setLastSeenId(newest.id);
    onUnread(
      messages.filter(({ staff, id }) => staff && id > chatStorage.lastSeenId() && !open).length,
    );
  }, [messages, open, onUnread]);
}

const noContact: ChatContact = { name: "", contact: "" };

interface PanelProps {
  store: ConversationStore;
  conversation: Conversation;
  /** The text in the composer. */
  text: string;
  onText: (text: string) => void;
  picker: PhotoPicker;
  takesFocus: boolean;
  onClose: () => void;
}

function Panel(props: PanelProps) {
  const { store, conversation, text, onText, picker, takesFocus, onClose } = props;
  const { identity } = usePage();
  const { connected, state, messages, unsent } = conversation;
  // The response to the first message may arrive before the event about it, or without one.
  const started = Boolean(state?.started) || messages.length > 0;
  const title = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const now = useNow();
  const saved = useData(hoursQuery).data;
  const specialDays = useData(specialDaysQuery).data;
  const hours =
    saved &&
    specialDays &&
    openStateAt(weekOf(saved), specialDays, momentIn(identity.timeZone, now));
  const away = isAway(state, hours);
  const since = waitingSince(messages);
  const isWaiting = since !== undefined && (away || now.getTime() - since >= replyTimeoutMs);
  const signalTyping = useTypingSignal(sendTyping);
  const isStaffTyping = useRecentMark(state?.typing);
  const phone = (
    <a href={`tel:${identity.phoneE164}`} className="whitespace-nowrap">
      {identity.phone}
    </a>
  );

  useLayoutEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div
      id="chat-panel"
      role="dialog"
      aria-labelledby={title}
      className="fixed right-2 bottom-2 left-2 z-40 flex h-[min(36rem,calc(100dvh-1rem))] flex-col overflow-hidden rounded-2xl border border-line bg-surface max-sm:h-[min(44rem,calc(100dvh-1rem))] max-md:rounded-b-lg shadow-[0_1.5rem_4rem_rgb(8_18_16/0.35)] sm:left-auto sm:w-96 md:right-5 md:bottom-5 [&_a]:font-semibold [&_a]:underline"
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <div className="band-pine flex min-h-0 flex-wrap items-center gap-x-2 overflow-y-auto p-4 pt-3">
        <h2 id={title} className="min-w-0 flex-1 text-lg">
          Chat With Us
        </h2>
        <a
          href={`tel:${identity.phoneE164}`}
          className="flex min-h-11 items-center gap-1.5 whitespace-nowrap"
        >
          <Phone className="size-4" aria-hidden="true" />
          {identity.phone}
        </a>
        <CloseButton onClose={onClose} />
        <p className="flex basis-full items-center gap-2 text-sm">
          <span
            aria-hidden="true"
            className={`size-2.5 flex-none rounded-full ${state?.staffOnline || hours?.open ? "bg-online" : "bg-edge"}`}
          />
          {presence(state?.staffOnline, away)}
        </p>
      </div>
      <MessageList
        messages={messages}
        unsent={unsent}
        as="visitor"
        seenTo={state?.readTo}
        onRetry={(message) => store.retry(message)}
        onDismiss={({ key }) => store.dismiss(key)}
        typing={isStaffTyping ? "Somebody is typing…" : undefined}
        before={
          <Greeting>
            {away ? (
              <>
                We are closed right now; {identity.name} {hours?.detail}. Leave a message and we
                will get back to you.
              </>
            ) : (
              "Tell us what you have seen and where. We are happy to help."
            )}
          </Greeting>
        }
        after={
          <>
            {messages.length + unsent.length === 0 && (
              <Sightings
                onChoose={(sentence) => {
                  onText(sentence);
                  box.current?.focus();
                }}
              />
            )}
            {started && (
              <LeaveDetails
                asks={isWaiting}
                away={away}
                contact={state ?? noContact}
                onLeave={(name, contact) => store.leaveContactDetails(name, contact)}
              />
            )}
            {state?.closed && (
              <p className="text-soft">
                This conversation was closed. Write again to take it up, or call {phone}.
              </p>
            )}
            {messages.length > 0 && (
              <DeleteConversation
                onDelete={async () => {
                  const failure = await store.deleteConversation();
                  if (!failure) box.current?.focus();
                  return failure;
                }}
              />
            )}
          </>
        }
      />
      {!connected && (
        <p role="status" className="border-line border-t px-4 py-2 text-sm text-bad">
          Connection lost. Trying again…
        </p>
      )}
      <Composer
        label="Your message"
        box={box}
        text={text}
        onText={(message) => {
          onText(message);
          if (started) signalTyping(message);
        }}
        picker={picker}
        onSend={(message, photos) => {
          if (message) void store.send(message);
          for (const photo of photos) void store.sendPhoto(photo);
          box.current?.focus();
        }}
      />
    </div>
  );
}

/** What the owners say first, with their names and pictures. */
function Greeting({ children }: { children: ReactNode }) {
  const page = usePage();
  const owners = peopleOf(page).filter(({ isOwner }) => isOwner);
  return (
    <div className="grid gap-2">
      {owners.length > 0 && (
        <div className="flex items-center gap-3">
          <div className="flex flex-none -space-x-2">
            {owners.map(({ name, photo }) => (
              <Picture
                key={name}
                {...photo}
                sizes="2.75rem"
                alt=""
                width={44}
                height={44}
                className="size-11 rounded-full border-2 border-surface object-cover"
              />
            ))}
          </div>
          <p className="min-w-0 text-sm leading-snug font-semibold">
            {listNames(owners.map(({ name }) => name))}
          </p>
        </div>
      )}
      <p className="max-w-[92%] rounded-2xl rounded-tl-md border border-line bg-sunken px-4 py-2.5">
        {children}
      </p>
    </div>
  );
}

function Sightings({ onChoose }: { onChoose: (sentence: string) => void }) {
  return (
    <ul aria-label="What did you see?" className="grid justify-items-end gap-2">
      {sightings.map((sentence) => (
        <li key={sentence}>
          <button
            type="button"
            className="min-h-11 rounded-2xl border-2 border-line px-3.5 py-1 text-left text-compact font-semibold text-primary hover:border-glow"
            onClick={() => onChoose(sentence)}
          >
            {sentence}
          </button>
        </li>
      ))}
    </ul>
  );
}

function presence(online: boolean | undefined, away: boolean): string {
  if (online) return "Somebody is here now";
  return away ? "Closed now" : "We answer as soon as we can";
}

/** The current time, updated every few seconds. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 5_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

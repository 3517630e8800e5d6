import { MessageCircle } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { usePage } from "@/lib/page-data";
import { buttonStyle } from "@/ui/button";
import { memory } from "./memory";

const ChatPanel = lazy(async () => ({ default: (await import("./chat-panel")).ChatPanel }));

const look = buttonStyle({
  variant: "primary",
  size: "dock",
  className: "relative md:rounded-full md:shadow-lg",
});

/** The way into the chat, whoever provides it. */
export function ChatButton() {
  const { chat } = usePage().identity;
  const [path] = useLocation();
  if (chat.provider === "own") return <OwnChatButton />;
  // Other people's scripts must not run where passwords are typed.
  if (chat.script && path !== "/login") return <WidgetButton script={chat.script} />;
  return null;
}

/** The chat itself is loaded when the button is pressed, or when it was in use a while ago. */
function OwnChatButton() {
  const button = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const [unread, setUnread] = useState(0);

  useEffect(() => {
    setWanted(memory.isOpen() || memory.hasConversation());
    setOpen(memory.isOpen());
  }, []);

  const show = (shown: boolean) => {
    memory.keepOpen(shown);
    setOpen(shown);
    if (shown) setWanted(true);
    else button.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        className={look}
        onClick={() => show(!open)}
      >
        <MessageCircle className="size-5" aria-hidden="true" />
        Chat
        {unread > 0 && (
          <span className="absolute -top-1.5 -right-1.5 min-w-6 rounded-full bg-accent-fill px-1.5 text-center text-sm text-white">
            {unread}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </button>
      {wanted && (
        <Suspense>
          <ChatPanel open={open} onClose={() => show(false)} onUnread={setUnread} />
        </Suspense>
      )}
    </>
  );
}

/** Loads another provider's script, which then shows a button of its own. */
function WidgetButton({ script }: { script: string }) {
  const [stage, setStage] = useState<"idle" | "loading" | "loaded">("idle");
  if (stage === "loaded") return null;
  const load = () => {
    setStage("loading");
    const element = document.createElement("script");
    element.src = script;
    element.async = true;
    element.onload = () => setStage("loaded");
    element.onerror = () => {
      element.remove();
      setStage("idle");
    };
    document.head.append(element);
  };
  return (
    <button type="button" className={look} disabled={stage === "loading"} onClick={load}>
      <MessageCircle className="size-5" aria-hidden="true" />
      Chat
    </button>
  );
}

import { MessageCircle } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { usePage } from "@/domain/page-data";
import { reloadIfReachable } from "@/lib/reload";
import { buttonClass } from "@/ui/button";
import { ErrorBoundary } from "@/ui/error-boundary";
import { ChatError } from "./chat-error";
import { chatStorage } from "./chat-storage";

type WidgetStage = import("./widget").WidgetStage;
type Panel = typeof import("./chat-panel")["ChatPanel"];

const chatButtonClass = buttonClass({
  variant: "primary",
  size: "dock",
  className:
    "relative lg:not-focus-visible:shadow-lg lg:max-2xl:min-h-28 lg:max-2xl:w-[2.6rem] lg:max-2xl:rounded-r-none lg:max-2xl:justify-start lg:max-2xl:px-5.5 lg:max-2xl:[writing-mode:vertical-rl] 2xl:rounded-full contrast-ring noscript:hidden",
});

/** The chat button, for our own chat or another provider's. */
export function ChatButton() {
  const { chat } = usePage().identity;
  const [path] = useLocation();
  if (chat.provider === "own") return <OwnChatButton />;
  // Third-party scripts must not run where passwords are typed.
  if (chat.script && path !== "/login") return <WidgetButton script={chat.script} />;
  return null;
}

/** Loads the chat panel when it is pressed, or if the chat was used recently. */
function OwnChatButton() {
  const button = useRef<HTMLButtonElement>(null);
  const { ChatPanel, failed, load, retryLoad } = useChatPanel();
  const [open, setOpen] = useState(false);
  // A chat that is still open from the page before must not take the focus.
  const [takesFocus, setTakesFocus] = useState(false);
  const [unread, setUnread] = useState(0);

  useEffect(() => {
    if (chatStorage.isOpen() || chatStorage.hasConversation()) load();
    setOpen(chatStorage.isOpen());
  }, [load]);

  const setPanelOpen = (shown: boolean) => {
    chatStorage.setOpen(shown);
    setOpen(shown);
    setTakesFocus(true);
    if (shown) load();
    else button.current?.focus({ preventScroll: true });
  };
  const close = () => setPanelOpen(false);
  const retry = () => {
    setTakesFocus(true);
    void retryLoad();
  };
  const failure = open && <ChatError takesFocus={takesFocus} onRetry={retry} onClose={close} />;
  return (
    <>
      <button
        ref={button}
        // openChat finds it.
        id="chat-button"
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        className={chatButtonClass}
        onClick={() => setPanelOpen(!open)}
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
      {failed && failure}
      {ChatPanel && (
        <ErrorBoundary fallback={failure}>
          <ChatPanel open={open} takesFocus={takesFocus} onClose={close} onUnread={setUnread} />
        </ErrorBoundary>
      )}
    </>
  );
}

/** The lazily loaded panel. Loading can fail and be retried. */
function useChatPanel() {
  const [ChatPanel, setChatPanel] = useState<Panel>();
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      const code = await import("./chat-panel");
      setChatPanel(() => code.ChatPanel);
      return true;
    } catch {
      setFailed(true);
      return false;
    }
  }, []);
  const retryLoad = async () => {
    setChatPanel(undefined);
    // The chat is stored as open, so it opens again after a reload.
    if (!(await load())) await reloadIfReachable();
  };
  return { ChatPanel, failed, load, retryLoad };
}

/** Loads another provider's script, which shows its own button. */
function WidgetButton({ script }: { script: string }) {
  const [stage, setStage] = useState<WidgetStage>("idle");
  if (stage === "loaded") return null;
  const load = async () => {
    setStage("loading");
    const widget = await import("./widget").catch(() => undefined);
    if (widget) widget.loadWidget(script, setStage);
    else setStage("idle");
  };
  return (
    <button type="button" className={chatButtonClass} disabled={stage === "loading"} onClick={load}>
      <MessageCircle className="size-5" aria-hidden="true" />
      Chat
    </button>
  );
}

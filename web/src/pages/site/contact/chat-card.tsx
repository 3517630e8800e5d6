import { clsx } from "clsx";
import { MessageCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { usePage } from "@/domain/page-data";
import { openChat } from "@/features/chat/open-chat";
import { takeChatRequest } from "@/lib/chat-request";

/** The card that opens the chat. Links from e-mails lead here too. */
export function ChatCard() {
  const { identity } = usePage();
  const { provider } = identity.chat;
  const hasChat = provider !== "none";
  const failure = useArrival();
  const phone = (
    <a href={`tel:${identity.phoneE164}`} className="relative z-10 font-bold text-ink underline">
      {identity.phone}
    </a>
  );
  return (
    <div
      id="chat"
      className="band-pine relative flex flex-col justify-between gap-10 rounded-3xl p-7 md:p-10"
    >
      <MessageCircle className="size-12 text-glow" strokeWidth={1.5} aria-hidden="true" />
      <div>
        <h3 className="text-title">
          {provider === "own" ? (
            <>
              {/* The button covers the whole card. */}
              <button
                type="button"
                className="text-left after:absolute after:inset-0 after:rounded-3xl hover:underline focus-visible:outline-none focus-visible:after:outline-2 noscript:hidden"
                onClick={openChat}
              >
                Chat With Us
              </button>
              <span className="hidden noscript:inline">Chat With Us</span>
            </>
          ) : (
            "Chat With Us"
          )}
        </h3>
        <p className="mt-3 max-w-md text-lead text-soft">
          {hasChat && (
            <span className="noscript:hidden">
              Use the chat button at the bottom right of your screen. Tell us what you have seen and
              where.
            </span>
          )}
          {/* The chat needs scripts. */}
          <span className={clsx(hasChat && "hidden noscript:inline")}>
            Right now the phone is the quickest way to us: {phone}
          </span>
        </p>
        {failure && (
          <p role="alert" className="mt-3 max-w-md font-semibold">
            {failure}
          </p>
        )}
      </div>
    </div>
  );
}

/** Opens the chat for those who came for it; returns why a link from an e-mail failed, if it did. */
function useArrival(): string | undefined {
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (takeChatRequest()) openChat();
    if (!location.hash.startsWith("#chat=")) return;
    import("@/features/chat/resume-chat").then(async ({ linkToken, resumeChat }) => {
      const token = linkToken(location.hash);
      if (token) setFailure(await resumeChat(token));
    });
  }, []);
  return failure;
}

import { clsx } from "clsx";
import { MessageCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { usePage } from "@/domain/page-data";
import { openChat } from "@/features/chat/open-chat";
import { requestedLine, takeChatRequest } from "@/lib/chat-request";
import { Button } from "@/ui/button";

/** The card that opens the chat. Links from e-mails lead here too. */
export function ChatCard() {
  const { identity } = usePage();
  const { provider } = identity.chat;
  const hasChat = provider !== "none";
  const { failure, line } = useArrival();
  const phone = (
    <a href={`tel:${identity.phoneE164}`} className="relative z-10 font-bold text-ink underline">
      {identity.phone}
    </a>
  );
  return (
    <div
      id="chat"
      className={clsx(
        "band-pine relative flex flex-col justify-between gap-10 rounded-3xl p-7 md:p-10",
        line && "outline-3 outline-offset-4 outline-glow",
      )}
    >
      <MessageCircle className="size-12 text-glow" strokeWidth={1.5} aria-hidden="true" />
      <div>
        <h3 className="text-title">Chat With Us</h3>
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
        {line && <p className="mt-3 font-semibold">“{line}” is ready to send.</p>}
        {provider === "own" && (
          // The button can be pressed anywhere on the card.
          <Button
            variant="glow"
            className="mt-6 after:absolute after:inset-0 after:rounded-3xl noscript:hidden"
            onClick={() => openChat(line)}
          >
            Start a chat
          </Button>
        )}
        {failure && (
          <p role="alert" className="mt-3 max-w-md font-semibold">
            {failure}
          </p>
        )}
      </div>
    </div>
  );
}

/**
 * Opens the chat for those who came for it. Returns the line that a link brought along, ready to
 * send, or why a link from an e-mail failed.
 */
function useArrival() {
  const [failure, setFailure] = useState<string>();
  const [line, setLine] = useState<string>();
  useEffect(() => {
    const brought = requestedLine();
    setLine(brought);
    if (takeChatRequest()) openChat(brought);
    if (!location.hash.startsWith("#chat=")) return;
    import("@/features/chat/resume-chat")
      .then(async ({ linkToken, resumeChat }) => {
        const token = linkToken(location.hash);
        if (token) setFailure(await resumeChat(token));
      })
      .catch(() => setFailure("The conversation could not be opened. Please reload this page."));
  }, []);
  return { failure, line };
}

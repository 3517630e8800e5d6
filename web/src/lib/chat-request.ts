const chatHash = "#chat";

/**
 * Makes links that ask for the chat say so in their URL when they are clicked. That counts where the
 * browser follows them by itself: before the page's scripts are there, or into a new tab. It is part
 * of the script in the head.
 */
export function keepChatRequests(): void {
  addEventListener("click", ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[data-chat]");
    if (link) link.hash = chatHash;
  });
}

/** The history state of a link to the contact page that should open the chat there. */
interface ChatRequest {
  chat?: boolean;
  /** What the visitor may want to send first. */
  line?: string;
}

/** The line that a link to the contact page brought along. */
export function requestedLine(): string | undefined {
  const request: ChatRequest | null = history.state;
  return request?.line;
}

/** Whether the visitor came by such a link. It counts once, not again after a reload. */
export function takeChatRequest(): boolean {
  const request: ChatRequest | null = history.state;
  if (!request?.chat && location.hash !== chatHash) return false;
  history.replaceState(null, "", location.pathname);
  return true;
}

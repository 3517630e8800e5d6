const chatHash = "#chat";
const lineItem = "perimeter-line";

/**
 * Remembers what links to the contact page ask for when the browser follows them by itself: before
 * the page's scripts are there, or into a new tab. Those that ask for the chat say so in their URL; a
 * line is kept in the session, where nobody else's link can put one. It is part of the script in the
 * head.
 */
export function keepChatRequests(): void {
  addEventListener("click", ({ target, defaultPrevented }) => {
    const link =
      target instanceof Element && target.closest<HTMLAnchorElement>("a[data-chat], a[data-line]");
    if (!link || defaultPrevented) return;
    const { chat, line } = link.dataset;
    if (chat !== undefined) link.hash = chatHash;
    if (line) keptLine((session) => session.setItem(lineItem, line));
  });
}

/** The history state of a link to the contact page that should open the chat there. */
interface ChatRequest {
  chat?: boolean;
  /** What the visitor may want to send first. */
  line?: string;
}

/** The line that a link to the contact page brought along. It is still there after a reload. */
export function requestedLine(): string | undefined {
  const kept = keptLine((session) => session.getItem(lineItem));
  if (kept) {
    keptLine((session) => session.removeItem(lineItem));
    history.replaceState({ line: kept }, "");
  }
  const request: ChatRequest | null = history.state;
  return request?.line;
}

/** Storage can be blocked; then the card on the contact page is not marked. */
function keptLine<T>(use: (session: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

/** Whether the visitor came by such a link. It counts once, not again after a reload. */
export function takeChatRequest(): boolean {
  const request: ChatRequest | null = history.state;
  if (!request?.chat && location.hash !== chatHash) return false;
  history.replaceState(null, "", location.pathname);
  return true;
}

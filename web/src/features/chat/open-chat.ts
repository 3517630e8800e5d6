/**
 * Opens the chat by pressing its button, which is on every public page. Code of its own for this
 * would be part of every page's first view.
 */
export function openChat(): void {
  const button = document.getElementById("chat-button");
  if (button?.getAttribute("aria-expanded") === "false") button.click();
}

/** The history state of a link to the contact page that should open the chat there. */
interface ChatRequest {
  chat?: boolean;
}

/** Whether the visitor came by such a link. It counts once, not again after a reload. */
export function takeChatRequest(): boolean {
  const request: ChatRequest | null = history.state;
  if (!request?.chat) return false;
  history.replaceState(null, "");
  return true;
}

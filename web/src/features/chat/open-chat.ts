/**
 * Opens the chat by pressing its button, which is on every public page, and hands it a line that is
 * ready to send. Code of its own for this would be part of every page's first view. Returns whether
 * there is a chat.
 */
export function openChat(line = ""): boolean {
  const button = document.getElementById("chat-button");
  if (!button) return false;
  button.dataset.line = line;
  if (button.getAttribute("aria-expanded") === "false") button.click();
  else button.dispatchEvent(new Event(lineReady));
  return true;
}

/** The event that tells an open chat that a line is ready. */
export const lineReady = "perimeter:line-ready";

/**
 * Opens the chat by pressing its button, which is on every public page. Code of its own for this
 * would be part of every page's first view.
 */
export function openChat(): void {
  const button = document.getElementById("chat-button");
  if (button?.getAttribute("aria-expanded") === "false") button.click();
}

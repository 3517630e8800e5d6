import { resumeConversation } from "@/api/chat";
import { ApiError } from "@/api/client";
import { chatStorage } from "./chat-storage";

const linkPattern = /^#chat=([A-Z0-9]+)$/;

/** The token of a link in an e-mail, if the page was opened with one. */
export function linkToken(hash: string): string | undefined {
  return linkPattern.exec(hash)?.[1];
}

/**
 * Takes up the conversation of a link and shows it; returns why that failed, if it did. The page is
 * loaded again, because the chat may be connected as another visitor.
 */
export async function resumeChat(token: string): Promise<string | undefined> {
  history.replaceState(history.state, "", location.pathname);
  try {
    await resumeConversation(token);
  } catch (error) {
    return (
      (error instanceof ApiError && error.serverMessage) ||
      "The conversation could not be opened. Please check your connection and open the link again."
    );
  }
  chatStorage.setOpen(true);
  chatStorage.touchConversation();
  location.reload();
  return undefined;
}

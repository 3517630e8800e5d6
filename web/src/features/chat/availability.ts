import type { ChatMessage, ChatState } from "@/api/chat";
import type { OpenState } from "@/domain/open-now";

/** How long a visitor waits before being asked for a number. */
export const replyTimeoutMs = 60_000;

/** Whether nobody is here: out of hours, unless somebody is at the dashboard all the same. */
export function isAway(state: ChatState | undefined, hours: OpenState | undefined): boolean {
  return !state?.staffOnline && hours?.open === false;
}

/** When the visitor began to wait for an answer, if one is missing. */
export function waitingSince(messages: readonly ChatMessage[]): number | undefined {
  const lastAnswer = messages.findLastIndex(({ staff }) => staff);
  const first = messages[lastAnswer + 1];
  return first && Date.parse(first.sentAt);
}

import type { ChatMessage, ChatState } from "@/api/chat";
import type { OpenState } from "@/domain/open-now";

/** How long a visitor waits for a reply before the contact form appears. */
export const replyTimeoutMs = 60_000;

/** Whether nobody is available: outside opening hours with no staff online. */
export function isAway(
  state: ChatState | undefined,
  hours: Pick<OpenState, "open" | "detail"> | undefined,
): boolean {
  return !state?.staffOnline && hours?.open === false;
}

/** The time of the first message without a reply, if there is one. */
export function waitingSince(messages: readonly ChatMessage[]): number | undefined {
  const lastAnswer = messages.findLastIndex(({ staff }) => staff);
  const first = messages[lastAnswer + 1];
  return first && Date.parse(first.sentAt);
}

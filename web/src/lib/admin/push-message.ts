/** A notice as the server pushes it. */
export interface PushMessage {
  title: string;
  body: string;
  /** A notification replaces the one with its tag. */
  tag: string;
  /** What the notification opens. */
  url: string;
  /** How many messages nobody has read; absent if the number has not changed. */
  unread?: number;
}

/** What the service worker asks an open page of the back office to show. */
export interface OpenRequest {
  open: string;
}

/** The message, or one that says only that there is something to read. */
export function parsePushMessage(text: string | undefined): PushMessage {
  const fallback = { title: "Messages", body: "", tag: "chat", url: "/admin?panel=messages" };
  try {
    return { ...fallback, ...JSON.parse(text ?? "") };
  } catch {
    return fallback;
  }
}

/** The path and query of a URL of the back office; any other URL gives its start page. */
export function adminTarget(url: string, origin: string): string {
  const target = URL.canParse(url, origin) ? new URL(url, origin) : undefined;
  return target?.origin === origin && target.pathname === "/admin"
    ? target.pathname + target.search
    : "/admin";
}

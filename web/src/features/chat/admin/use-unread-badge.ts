import { useEffect } from "react";
import { usePageVisible } from "./use-page-visible";

/**
 * Shows the number of unread messages on the icon of the installed app and, while another tab is in
 * front, in the title. A visible page shows it in its header.
 */
export function useUnreadBadge(unread: number): void {
  const visible = usePageVisible();
  useEffect(() => {
    // Browsers refuse it where the app is not installed.
    if (unread > 0) navigator.setAppBadge?.(unread).catch(() => undefined);
    else navigator.clearAppBadge?.().catch(() => undefined);
  }, [unread]);
  useEffect(() => {
    if (visible || unread === 0) return;
    const title = document.title;
    document.title = `(${unread}) ${title}`;
    return () => {
      document.title = title;
    };
  }, [visible, unread]);
}

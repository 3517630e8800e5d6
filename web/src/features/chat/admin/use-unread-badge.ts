import { useEffect } from "react";
import { showAppBadge } from "@/lib/admin/app-badge";

/** Shows the number of unread messages in the title and on the icon of the installed app. */
export function useUnreadBadge(unread: number): void {
  useEffect(() => void showAppBadge(unread), [unread]);
  useEffect(() => {
    if (unread === 0) return;
    const title = document.title;
    const counted = `(${unread}) ${title}`;
    document.title = counted;
    return () => {
      // Unless another page has set its own by now.
      if (document.title === counted) document.title = title;
    };
  }, [unread]);
}

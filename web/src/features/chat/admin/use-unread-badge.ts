import { useEffect } from "react";
import { showAppBadge } from "@/lib/admin/app-badge";
import { showIconDot } from "@/lib/admin/icon-dot";

/** Shows unread messages as a number on the installed app and as a dot on the page's icon. */
export function useUnreadBadge(unread: number): void {
  useEffect(() => void showAppBadge(unread), [unread]);
  const some = unread > 0;
  useEffect(() => (some ? showIconDot() : undefined), [some]);
}

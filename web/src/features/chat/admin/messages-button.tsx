import { MessagesSquare } from "lucide-react";
import { usePage } from "@/domain/page-data";
import { useOpenRequests } from "@/lib/admin/app-worker";
import { headerClass } from "@/ui/admin/header-class";
import { LazyPanel, lazySheet } from "@/ui/admin/panel-sheet";
import { usePanel } from "@/ui/admin/use-panel";
import { Button } from "@/ui/button";
import { useInbox } from "./use-inbox";
import { useTypedReplies } from "./use-typed-replies";
import { useUnreadBadge } from "./use-unread-badge";

const MessagesSheet = lazySheet(
  "Messages",
  async () => (await import("./messages-sheet")).MessagesSheet,
);

/** Opens the messages and shows the number of unread ones. */
export function MessagesButton() {
  const { chat } = usePage().identity;
  return chat.provider === "own" ? <InboxButton /> : null;
}

function InboxButton() {
  const { unread } = useInbox();
  useUnreadBadge(unread);
  const typedReplies = useTypedReplies();
  const { open } = usePanel();
  useOpenRequests((path) => {
    const section = new URLSearchParams(path.split("?")[1]).get("section");
    open("messages", section ?? undefined);
  });
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        className={`relative ${headerClass}`}
        onClick={() => open("messages")}
      >
        <MessagesSquare aria-hidden className="size-5" />
        Messages
        {unread > 0 && (
          <span className="min-w-6 rounded-full bg-accent-fill px-1.5 text-center text-sm text-white max-lg:absolute max-lg:top-0 max-lg:right-0">
            {unread}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </Button>
      <LazyPanel name="messages">
        <MessagesSheet typedReplies={typedReplies} />
      </LazyPanel>
    </>
  );
}

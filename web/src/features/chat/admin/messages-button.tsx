import { MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import { usePage } from "@/domain/page-data";
import { useOpenRequests } from "@/lib/admin/app-worker";
import { LazyPanel, lazySheet } from "@/ui/admin/panel-sheet";
import { Tooltip } from "@/ui/admin/tooltip";
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
export function MessagesButton({ statistics }: { statistics?: ReactNode }) {
  const { chat } = usePage().identity;
  return chat.provider === "own" ? <InboxButton statistics={statistics} /> : null;
}

function InboxButton({ statistics }: { statistics: ReactNode }) {
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
      <Tooltip text="Messages" onlyBelow="lg">
        <Button
          variant="ghost"
          size="small"
          className="relative max-lg:px-3"
          onClick={() => open("messages")}
        >
          <MessagesSquare aria-hidden className="size-5" />
          <span className="max-lg:sr-only">Messages</span>
          {unread > 0 && (
            <span className="min-w-6 rounded-full bg-accent-fill px-1.5 text-center text-sm text-white">
              {unread}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </Button>
      </Tooltip>
      <LazyPanel name="messages">
        <MessagesSheet typedReplies={typedReplies} statistics={statistics} />
      </LazyPanel>
    </>
  );
}

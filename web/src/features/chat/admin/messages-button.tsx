import { MessagesSquare } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { usePage } from "@/domain/page-data";
import { ChunkError } from "@/ui/admin/chunk-error";
import { Sheet } from "@/ui/admin/sheet";
import { Tooltip } from "@/ui/admin/tooltip";
import { Button } from "@/ui/button";
import { ErrorBoundary } from "@/ui/error-boundary";
import { useInbox } from "./use-inbox";
import { useReplyDrafts } from "./use-reply-drafts";

const MessagesSheet = lazy(async () => ({
  default: (await import("./messages-sheet")).MessagesSheet,
}));

/** Opens the messages and shows the number of unread ones. */
export function MessagesButton() {
  return usePage().identity.chat.provider === "own" ? <InboxButton /> : null;
}

function InboxButton() {
  const { unread } = useInbox();
  const replyDrafts = useReplyDrafts();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Tooltip text="Messages" onlyNarrow>
        <Button
          variant="ghost"
          size="small"
          className="relative max-sm:px-3"
          onClick={() => setOpen(true)}
        >
          <MessagesSquare aria-hidden className="size-5" />
          <span className="max-sm:sr-only">Messages</span>
          {unread > 0 && (
            <span className="min-w-6 rounded-full bg-accent-fill px-1.5 text-center text-sm text-white">
              {unread}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </Button>
      </Tooltip>
      {open && (
        <ErrorBoundary
          fallback={
            <Sheet title="Messages" onClose={close}>
              <ChunkError />
            </Sheet>
          }
        >
          <Suspense>
            <MessagesSheet replyDrafts={replyDrafts} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

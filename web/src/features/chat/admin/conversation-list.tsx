import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { type ConversationSummary, type Inbox, inboxQuery } from "@/api/admin/chat";
import { useTime } from "@/domain/admin/times";
import { Badge } from "@/ui/admin/badge";
import { Input } from "@/ui/admin/input";
import { QueryError } from "@/ui/admin/query-error";
import { useDebouncedValue } from "@/ui/admin/use-debounced-value";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Spinner } from "@/ui/spinner";
import { staffName, useChatPeople } from "./use-chat-people";
import { visitorName } from "./use-inbox";

interface ConversationListProps {
  search: string;
  onSearch: (search: string) => void;
  onChoose: (conversation: ConversationSummary) => void;
}

/** The conversations, to search and to choose from. Those with unread messages come first. */
export function ConversationList({ search, onSearch, onChoose }: ConversationListProps) {
  const wanted = useDebouncedValue(search.trim());
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      ...inboxQuery(wanted),
      placeholderData: keepPreviousData,
    },
  );
  const list = useRef<HTMLUListElement>(null);
  // The button that loads more disappears after the last page: the first new row gets the focus.
  const firstNew = useRef<number>(undefined);
  const pages = data?.pages.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a page was added
  useLayoutEffect(() => {
    const row = list.current?.children[firstNew.current ?? -1];
    firstNew.current = undefined;
    row?.querySelector("button")?.focus();
  }, [pages]);
  const loadMore = async () => {
    if (isFetchingNextPage) return;
    firstNew.current = conversations.length;
    const { isSuccess, hasNextPage, data } = await fetchNextPage();
    // A change event cancels this request and reloads only the pages that were already there.
    if (isSuccess && hasNextPage && data.pages.length === pages) await fetchNextPage();
  };
  const inbox = data?.pages[0];
  const conversations = data?.pages.flatMap((page) => page.conversations) ?? [];
  return (
    <>
      {inbox?.nearlyFull && <NearlyFull usedPercent={inbox.usedPercent} />}
      <div className="border-line border-b p-3">
        <Input
          type="search"
          aria-label="Search messages"
          placeholder="Search messages"
          value={search}
          onChange={(event) => {
            firstNew.current = undefined;
            onSearch(event.target.value);
          }}
        />
      </div>
      {!data && !error && <Spinner label="Loading messages..." />}
      {error && <QueryError what="the messages" error={error} onRetry={refetch} />}
      {data && conversations.length === 0 && <NoMessages searching={wanted !== ""} />}
      <ul ref={list}>
        {conversations.map((one) => (
          <li key={one.id} className="border-line border-b">
            <ConversationRow conversation={one} onChoose={() => onChoose(one)} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="flex justify-center p-4">
          <Button
            variant="outline"
            size="small"
            aria-disabled={isFetchingNextPage}
            className="aria-disabled:opacity-60"
            onClick={loadMore}
          >
            {isFetchingNextPage ? "Loading..." : "Load More"}
          </Button>
        </div>
      )}
    </>
  );
}

function NearlyFull({ usedPercent }: Pick<Inbox, "usedPercent">) {
  return (
    <p role="status" className="border-line border-b bg-sunken px-4 py-3 text-bad">
      The chat is {usedPercent}% full. When it is full, visitors cannot write any more. Delete
      conversations that you no longer need.
    </p>
  );
}

function NoMessages({ searching }: { searching: boolean }) {
  return (
    <div className="p-4">
      <EmptyState
        icon={<MessagesSquare />}
        title={searching ? "No message matches the search" : "No messages yet"}
      >
        {!searching && "When a visitor writes in the chat, it shows up here at once."}
      </EmptyState>
    </div>
  );
}

interface ConversationRowProps {
  conversation: ConversationSummary;
  onChoose: () => void;
}

function ConversationRow({ conversation, onChoose }: ConversationRowProps) {
  const { unread, closed, lastStaff, lastText, updatedAt, assignee } = conversation;
  const people = useChatPeople();
  const time = useTime();
  return (
    <button
      type="button"
      className="block w-full px-4 py-3 text-left hover:bg-sunken"
      onClick={onChoose}
    >
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="min-w-28 flex-1 truncate font-semibold">{visitorName(conversation)}</span>
        {unread > 0 && <Badge variant="primary">{unread} new</Badge>}
        {assignee.id > 0 && people.length > 1 && (
          <Badge wrap>
            <span className="sr-only">Assigned to </span>
            {staffName(assignee, people)}
          </Badge>
        )}
        {closed && <Badge>Closed</Badge>}
        <time dateTime={updatedAt} className="text-sm text-soft">
          {time(updatedAt, { dateStyle: "short", timeStyle: "short" })}
        </time>
      </span>
      <span className="block truncate text-soft">
        {lastStaff && "You: "}
        {lastText}
      </span>
    </button>
  );
}

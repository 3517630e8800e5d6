import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { openEventStream } from "@/lib/event-stream";
import type { ChatMessage } from "../chat";
import { uploadPhoto } from "../chat-photos";
import type { Schema } from "../client";
import { getAdminData, sendChange, withSession } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

export type ConversationSummary = Schema<"ConversationSummary">;
export type Inbox = Schema<"Inbox">;
export type ChatChannel = Schema<"ChatChannel">;
export type ChatNote = Schema<"ChatNote">;
export type StaffMember = Schema<"StaffMember">;
export type Reach = Schema<"Reach">;

export const adminChatKeys = { all: ["admin", "chat"] as const };

/**
 * The conversations page by page, those with unread messages first, and the quick replies. The event
 * stream says when to fetch them again.
 */
export function inboxQuery(search = "") {
  return infiniteQueryOptions({
    queryKey: [...adminChatKeys.all, "inbox", search],
    queryFn: ({ pageParam }) =>
      getAdminData("/api/admin/chat", { query: { search, after: pageParam } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next || undefined,
  });
}

/** One conversation with its messages. */
export function threadQuery(id: string) {
  return queryOptions({
    queryKey: [...adminChatKeys.all, "thread", id],
    queryFn: () => getAdminData("/api/admin/chat/{id}", { path: { id } }),
  });
}

/**
 * Calls onChange whenever any conversation changes. While `present` is true, visitors see that
 * somebody is online.
 *
 * It also calls onChange when the stream breaks. A stream does not say why it was refused; the
 * requests that follow find out if the session has ended, and ask for a new sign-in.
 */
export function subscribeToInbox(present: boolean, onChange: () => void): () => void {
  let wasConnected = false;
  return openEventStream({
    url: () => `/api/admin/chat/events?present=${present}`,
    on: { changed: onChange },
    onConnection: (connected) => {
      if (wasConnected && !connected) onChange();
      wasConnected = connected;
    },
  });
}

/** Sends a message to a visitor. Sending it again with the same key has no effect. */
export async function sendReply(id: string, key: string, text: string): Promise<ChatMessage> {
  const { data } = await sendChange("POST", "/api/admin/chat/{id}/messages", {
    path: { id },
    body: { key, text },
  });
  return data as ChatMessage;
}

/** Sends a photo to a visitor. Sending it again with the same key has no effect. */
export function sendPhotoReply(
  id: string,
  key: string,
  photo: Blob,
  onProgress: (fraction: number) => void,
): Promise<ChatMessage> {
  const url = `/api/admin/chat/${encodeURIComponent(id)}/photos?${new URLSearchParams({ key })}`;
  return withSession(() => uploadPhoto(url, photo, onProgress));
}

/** Where the staff get a photo of any conversation. */
export function staffPhotoUrl(id: string): string {
  return `/api/admin/chat/photos/${encodeURIComponent(id)}`;
}

export function updateConversation(id: string, change: Schema<"ConversationChange">) {
  return sendChange("POST", "/api/admin/chat/{id}", { path: { id }, body: change });
}

export function deleteConversation(id: string) {
  return sendChange("DELETE", "/api/admin/chat/{id}", { path: { id } });
}

/** Replaces the quick replies, unless they were saved after `basedOn`. */
export function useSaveReplies() {
  return useAdminMutation(
    (body: { replies: string[]; basedOn?: string }) =>
      sendChange("POST", "/api/admin/chat/replies", { body }),
    [adminChatKeys.all],
  );
}

/** How notices reach the staff, and whether they do. */
export const channelsQuery = queryOptions({
  queryKey: [...adminChatKeys.all, "channels"],
  queryFn: () => getAdminData("/api/admin/chat/channels"),
});

export function sendTestNotice(channel: string) {
  return sendChange("POST", "/api/admin/chat/channels/{channel}/test", { path: { channel } });
}

/** Everybody who can answer visitors. */
export const chatPeopleQuery = queryOptions({
  queryKey: ["admin", "chat-people"],
  queryFn: () => getAdminData("/api/admin/chat/people"),
});

/** Whether the user answers visitors. */
export const availabilityQuery = queryOptions({
  queryKey: ["admin", "chat-availability"],
  queryFn: () => getAdminData("/api/admin/chat/availability"),
});

export function setAvailability(available: boolean) {
  return sendChange("POST", "/api/admin/chat/availability", { body: { available } });
}

/** Tells the visitor that somebody is typing. */
export function sendStaffTyping(id: string) {
  return sendChange("POST", "/api/admin/chat/{id}/typing", { path: { id } });
}

/** Stores a note that visitors never see. */
export function addNote(id: string, text: string) {
  return sendChange("POST", "/api/admin/chat/{id}/notes", { path: { id }, body: { text } });
}

export function deleteNote(id: string, note: number) {
  return sendChange("DELETE", "/api/admin/chat/{id}/notes/{note}", { path: { id, note } });
}

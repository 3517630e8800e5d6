import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { contentKeys } from "../content";
import { getAdminData, sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

export type Section = Schema<"ContentItem">["section"];
export const sections: Section[] = [
  "home",
  "about",
  "services",
  "contact",
  "blog",
  "footer",
  "general",
];

export type ContentType = Schema<"ContentItem">["type"];
export const contentTypes: ContentType[] = ["text", "html", "image"];

export type ContentItem = Schema<"ContentItem">;

/** A content item on its way to the server; without an id it is a new one. */
export type ContentChange = Omit<ContentItem, "id" | "updatedAt"> & {
  id?: number;
  /** When the item was saved that the change was made from. */
  basedOn?: string;
};

export const adminContentKeys = { all: ["admin", "content"] as const };

export const adminContentQuery = queryOptions({
  queryKey: adminContentKeys.all,
  queryFn: () => getAdminData<ContentItem[]>("/api/admin/content"),
});

export function useSaveContent() {
  return useAdminMutation(
    (item: ContentChange) => sendChange("POST", "/api/admin/content", item),
    [adminContentKeys.all, contentKeys.all],
  );
}

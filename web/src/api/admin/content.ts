import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { contentKeys } from "../content";
import { claimKeys } from "./claims";
import { getAdminData, sendChange, sendSave } from "./client";
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

/** A content item to save; without an id it is created. */
export type ContentEdit = Omit<ContentItem, "id" | "updatedAt"> & {
  id?: number;
  /** updatedAt of the version that was edited; the server refuses the edit if it is outdated. */
  basedOn?: string;
};

export const adminContentKeys = { all: ["admin", "content"] as const };

export const adminContentQuery = queryOptions({
  queryKey: adminContentKeys.all,
  queryFn: () => getAdminData("/api/admin/content"),
});

export function useSaveContent() {
  return useAdminMutation(
    (item: ContentEdit, key) => sendSave("/api/admin/content", item, key),
    [adminContentKeys.all, contentKeys.all, claimKeys.all],
  );
}

/** Deletes an item, so that pages show the default of its key. */
export function useDeleteContent() {
  return useAdminMutation(
    (id: number) => sendChange("DELETE", "/api/admin/content/{id}", { path: { id } }),
    [adminContentKeys.all, contentKeys.all, claimKeys.all],
  );
}

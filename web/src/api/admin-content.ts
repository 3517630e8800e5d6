import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getAdminData, sendChange } from "./admin-client";
import type { Schema } from "./client";
import { contentKeys } from "./content";

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
export type ContentChange = Omit<ContentItem, "id" | "updatedAt"> & { id?: number };

export const adminContentKeys = { all: ["admin", "content"] as const };

export const adminContentQuery = queryOptions({
  queryKey: adminContentKeys.all,
  queryFn: () => getAdminData<ContentItem[]>("/api/admin/content"),
});

export function useSaveContent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (item: ContentChange) => sendChange("POST", "/api/admin/content", item),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: adminContentKeys.all }),
        queryClient.invalidateQueries({ queryKey: contentKeys.all }),
      ]),
  });
}

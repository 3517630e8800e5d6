import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getAdminData, sendChange } from "./admin-client";
import { contentKeys } from "./content";

export const sections = [
  "home",
  "about",
  "services",
  "contact",
  "blog",
  "footer",
  "general",
] as const;
export type Section = (typeof sections)[number];

export const contentTypes = ["text", "html", "image"] as const;
export type ContentType = (typeof contentTypes)[number];

export interface ContentItem {
  id: number;
  key: string;
  section: Section;
  type: ContentType;
  value: string;
}

/** A content item on its way to the server; without an id it is a new one. */
export type ContentChange = Omit<ContentItem, "id"> & { id?: number };

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

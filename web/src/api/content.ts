import { queryOptions } from "@tanstack/react-query";
import { getData } from "./client";

export interface ContentEntry {
  key: string;
  content: string;
}

export const contentKeys = { all: ["content"] as const };

export const contentQuery = queryOptions({
  queryKey: contentKeys.all,
  queryFn: () => getData<ContentEntry[]>("/api/content"),
});

import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { sendChange } from "./client";

/** Markup without anything that could run, and the style of the utility classes in it. */
export type TemplatePreview = Schema<"TemplatePreview">;

/** What a filled template looks like on the public page. */
export function templatePreviewQuery(html: string) {
  return queryOptions({
    queryKey: ["admin", "template-preview", html],
    queryFn: async () => {
      const answer = await sendChange<TemplatePreview>("POST", "/api/admin/template-preview", {
        html,
      });
      return answer.data as TemplatePreview;
    },
    gcTime: 60_000,
  });
}

import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { sendChange } from "./client";

/** Sanitized HTML, and the CSS of the utility classes in it. */
type TemplatePreview = Schema<"TemplatePreview">;

/** How a filled template looks on the public page. */
export function templatePreviewQuery(html: string) {
  return queryOptions({
    queryKey: ["admin", "template-preview", html],
    queryFn: async () => {
      const { data } = await sendChange("POST", "/api/admin/template-preview", { body: { html } });
      return data as TemplatePreview;
    },
    gcTime: 60_000,
  });
}
